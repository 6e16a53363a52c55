// One row of the form: what it is called, its control, what can be done with it, what it is for and what is wrong with it.
import { Plus, X } from 'lucide-react';
import { type CSSProperties, useId } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Shape } from '../../parts/shape.tsx';
import { t } from '../../words/language.ts';
import { AddMember } from './add-member.tsx';
import { ArgumentField } from './argument-field.tsx';
import { faultSentence, jsonSentence, placeWords, problemSentence, variantWords } from './argument-words.ts';
import { withGiven, withItem, without, withPick, withValue } from './call-draft.ts';
import type { Problem } from '../../store/schema/check.ts';
import type { FormRow } from '../../store/schema/form-rows.ts';
import type { FormProps } from './argument-field.tsx';

interface RowProps extends FormProps {
  readonly row: FormRow;
  readonly problems: readonly Problem[];
  /** Its control has lost the focus. */
  readonly onLeft: () => void;
}

const longestName = 60;
const longestDescription = 400;

export function ArgumentRow(props: RowProps) {
  const { row, problems } = props;
  const id = useId();
  const { about, shape, name, required } = row;
  const why = shape.kind === 'json' && row.variants === null ? jsonSentence(shape.why) : null;
  const isDescribed = about.description !== null || why !== null || problems.length > 0;
  const place = row.path.length === 0 ? t('Arguments') : placeWords(row.path);
  const named = {
    'aria-label': place,
    'aria-describedby': isDescribed ? id : undefined,
    'aria-invalid': problems.length > 0,
    'aria-required': required,
  };
  return (
    <li
      className={`argument ${shape.kind}`}
      style={{ '--d': Math.max(0, row.level) } as CSSProperties}
      onBlur={props.onLeft}
    >
      <span className="argument-name" title={about.title === null ? undefined : visibleText(about.title)}>
        <Foreign className={`mono ${required && !row.removable ? '' : 'muted'}`} text={name} max={longestName} />
        {required && typeof row.path.at(-1) === 'string' ? (
          <span className="text-attention" aria-hidden="true" title={t('It has to be given.')}>
            *
          </span>
        ) : null}
      </span>
      <div className="argument-body">
        <div className="argument-control">
          {row.variants === null ? null : <Variants {...props} place={place} />}
          <ArgumentField {...props} named={named} />
          <Acts {...props} place={place} />
        </div>
        {isDescribed ? (
          <div id={id}>
            {about.description === null ? null : (
              <p className="hint">
                <Foreign text={about.description} max={longestDescription} />
              </p>
            )}
            {why === null ? null : <p className="hint">{why}</p>}
            {problems.map((problem, at) => (
              <p key={at} className="said">
                <Shape tone="crashed" />
                <span>{isBelow(problem, row) ? problemSentence(problem) : faultSentence(problem.fault)}</span>
              </p>
            ))}
          </div>
        ) : null}
        {shape.kind === 'object' && row.value !== undefined && shape.extra ? (
          <AddMember {...props} path={row.path} node={shape.extra.node} place={place} />
        ) : null}
      </div>
    </li>
  );
}

/** The fault is in a part that is written here as JSON. */
function isBelow({ path }: Problem, row: FormRow): boolean {
  return path.length > row.path.length;
}

type ActProps = RowProps & { readonly place: string };

function Variants({ row, draft, schema, onChange, place }: ActProps) {
  if (row.variants === null) return null;
  const { all, picked } = row.variants;
  return (
    <select
      className="field kinds"
      aria-label={t('Kind of {place}', { place })}
      value={String(picked)}
      onChange={event => onChange(withPick(draft, schema, row, Number(event.target.value)))}
    >
      {all.map(({ label }, at) => (
        <option key={at} value={String(at)}>
          {variantWords(label, at)}
        </option>
      ))}
    </select>
  );
}

function Acts({ row, draft, schema, onChange, place }: ActProps) {
  const { shape, value, required, removable } = row;
  const isGiven = value !== undefined;
  const isWhole = shape.kind === 'object' || shape.kind === 'list';
  const count = Array.isArray(value) ? value.length : 0;
  return (
    <>
      {shape.kind === 'object' && !isGiven ? (
        <Button
          size="small"
          icon={Plus}
          aria-label={t('Give {place}', { place })}
          onClick={() => onChange(withGiven(draft, schema, row))}
        >
          {t('Give it')}
        </Button>
      ) : null}
      {shape.kind === 'list' && count < shape.most ? (
        <Button
          size="small"
          icon={Plus}
          aria-label={t('Add an item to {place}', { place })}
          onClick={() => onChange(withItem(draft, schema, row))}
        >
          {t('Add an item')}
        </Button>
      ) : null}
      {shape.kind === 'list' && isGiven && count === 0 ? <span className="subtle">{t('an empty list')}</span> : null}
      {removable ? (
        <Button
          size="small"
          look="ghost"
          icon={X}
          aria-label={t('Remove {place}', { place })}
          onClick={() => onChange(without(draft, row.path))}
        />
      ) : isGiven && isWhole && !required ? (
        <Button
          size="small"
          look="ghost"
          aria-label={t('Leave out {place}', { place })}
          onClick={() => onChange(withValue(draft, row.path, undefined))}
        >
          {t('Leave out')}
        </Button>
      ) : null}
    </>
  );
}
