// Fields for what a config leaves open: each placeholder with where it stands, as a secret or openly, or meant as it stands.
import { visibleText } from '../../../../contract/visible-text.ts';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { t } from '../../../words/language.ts';
import { type Fills, fillOf, isStored } from './fills.ts';
import type { Fill, Placeholder } from '../../../../contract/schemas/adding.ts';

interface FillFieldsProps {
  /** Whose they are. */
  readonly label: string;
  readonly placeholders: readonly Placeholder[];
  readonly fills: Fills;
  readonly onFill: (fills: Fills) => void;
}

export function FillFields({ label, placeholders, fills, onFill }: FillFieldsProps) {
  return (
    <fieldset className="fills" aria-label={label}>
      {placeholders.map(one => (
        <FillField
          key={one.key}
          placeholder={one}
          fill={fillOf(one, fills)}
          onFill={fill => onFill({ ...fills, [one.key]: fill })}
        />
      ))}
    </fieldset>
  );
}

interface FillFieldProps {
  readonly placeholder: Placeholder;
  readonly fill: Omit<Fill, 'key'>;
  readonly onFill: (fill: Omit<Fill, 'key'>) => void;
}

function FillField({ placeholder, fill, onFill }: FillFieldProps) {
  const { description } = placeholder;
  return (
    <div>
      <label>
        <span>{whereWords(placeholder)}</span>
        <span className="field mono">
          <FillValue placeholder={placeholder} fill={fill} onFill={onFill} />
        </span>
      </label>
      {description === undefined ? null : (
        <p className="hint">
          <Foreign text={description} />
        </p>
      )}
      {isStored(placeholder) ? (
        <span className="line subtle">{t('kept as a secret')}</span>
      ) : (
        <HowMeant placeholder={placeholder} fill={fill} onFill={onFill} />
      )}
    </div>
  );
}

function FillValue({ placeholder, fill, onFill }: FillFieldProps) {
  const { text, choices } = placeholder;
  const change = (value: string) => onFill({ ...fill, value });
  if (choices !== undefined)
    return (
      <select value={fill.value} onChange={event => change(event.target.value)}>
        <option value="" />
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {visibleText(label)}
          </option>
        ))}
      </select>
    );
  return (
    <input
      type={fill.secret && fill.value !== text ? 'password' : 'text'}
      value={fill.value}
      placeholder={isStored(placeholder) ? t('value') : visibleText(text)}
      spellCheck={false}
      autoComplete="off"
      onChange={event => change(event.target.value)}
    />
  );
}

function HowMeant({ placeholder: { place, text }, fill, onFill }: FillFieldProps) {
  const mayHide = place !== 'folder' && place !== 'file';
  return (
    <span className="line">
      {mayHide ? (
        <label className="check">
          <input
            type="checkbox"
            checked={fill.secret}
            onChange={event => onFill({ ...fill, secret: event.target.checked })}
          />
          {t('secret')}
        </label>
      ) : null}
      <Button
        size="small"
        look="ghost"
        disabled={fill.value === text}
        onClick={() => onFill({ value: text, secret: false })}
      >
        {t('Meant as it stands')}
      </Button>
    </span>
  );
}

function whereWords({ place, name, asks }: Placeholder): string {
  const what = visibleText(asks);
  const shown = visibleText(name);
  switch (place) {
    case 'variable':
      return name === asks
        ? t('Variable {name}', { name: shown })
        : t('Variable {name}: {what}', { name: shown, what });
    case 'header':
      return t('Header {name}: {what}', { name: shown, what });
    case 'argument':
      return t('Argument {place}: {what}', { place: shown, what });
    case 'address':
      return t('In its address: {what}', { what });
    case 'folder':
      return t('In its folder: {what}', { what });
    case 'file':
      return t('In its file: {what}', { what });
  }
}
