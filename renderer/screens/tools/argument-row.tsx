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
import type { Problem } from '../../../contract/json-schema/check.ts';
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
  const { about, shape, required } = row;
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
      <ArgumentName row={row} />
      <div className="argument-body">
        <div className="argument-control">
          {row.variants === null ? null : <Variants {...props} place={place} />}
          <ArgumentField {...props} named={named} />
          <Acts {...props} place={place} />
        </div>
        {isDescribed ? (
          <div id={id}>
            <Notes row={row} why={why} problems={problems} />
          </div>
        ) : null}
        {shape.kind === 'object' && row.value !== undefined && shape.extra ? (
          <AddMember {...props} path={row.path} node={shape.extra.node} place={place} />
        ) : null}
      </div>
    </li>
  );
}

function ArgumentName({ row: { about, name, path, required, removable } }: { row: FormRow }) {
  return (
    <span className="argument-name" title={about.title === null ? undefined : visibleText(about.title)}>
      <Foreign className={`mono ${required && !removable ? '' : 'muted'}`} text={name} max={longestName} />
      {required && typeof path.at(-1) === 'string' ? (
        <span className="text-attention" aria-hidden="true" title={t('It has to be given.')}>
          *
        </span>
      ) : null}
    </span>
  );
}

/** What it is for, why it is written as JSON, and what is wrong with it. */
function Notes({ row, why, problems }: Pick<RowProps, 'row' | 'problems'> & { readonly why: string | null }) {
  const { description } = row.about;
  /** In a part that is written here as JSON. */
  const isBelow = ({ path }: Problem) => path.length > row.path.length;
  return (
    <>
      {description === null ? null : (
        <p className="hint">
          <Foreign text={description} max={longestDescription} />
        </p>
      )}
      {why === null ? null : <p className="hint">{why}</p>}
      {problems.map((problem, at) => (
        <p key={at} className="said">
          <Shape tone="crashed" />
          <span>{isBelow(problem) ? problemSentence(problem) : faultSentence(problem.fault)}</span>
        </p>
      ))}
    </>
  );
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

function Acts(props: ActProps) {
  const { row, draft, schema, onChange, place } = props;
  const { shape, value } = row;
  const isGiven = value !== undefined;
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
      <TakeAway {...props} />
    </>
  );
}

/** Removes an item or member that was added; an object or list that need not be given is left out. */
function TakeAway({ row: { path, shape, value, required, removable }, draft, onChange, place }: ActProps) {
  if (removable)
    return (
      <Button
        size="small"
        look="ghost"
        icon={X}
        aria-label={t('Remove {place}', { place })}
        onClick={() => onChange(without(draft, path))}
      />
    );
  const isWhole = shape.kind === 'object' || shape.kind === 'list';
  if (value === undefined || !isWhole || required) return null;
  return (
    <Button
      size="small"
      look="ghost"
      aria-label={t('Leave out {place}', { place })}
      onClick={() => onChange(withValue(draft, path, undefined))}
    >
      {t('Leave out')}
    </Button>
  );
}
