// The form of what a server asks for: a row for each value, by its kind; secrets are not shown while they are typed.
import { Plus, X } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { Button } from '../../../parts/button.tsx';
import { Switch } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { valueTrouble } from './field-values.ts';
import { PathField } from './path-field.tsx';
import type { AskedField, FieldValues } from '../../../../contract/schemas/catalogue.ts';

interface AskedFieldsProps {
  readonly fields: readonly AskedField[];
  readonly values: FieldValues;
  readonly onValues: (values: FieldValues) => void;
  /** Keys of secrets that are kept already. */
  readonly kept?: readonly string[];
  readonly disabled?: boolean;
  /** Its first field has the focus when its dialog opens. */
  readonly first?: boolean;
}

export function AskedFields({
  fields,
  values,
  onValues,
  kept = [],
  disabled = false,
  first = false,
}: AskedFieldsProps) {
  return (
    <fieldset className="asked-form" disabled={disabled} aria-label={t('What it asks')}>
      {fields.map((field, at) => (
        <FieldRow
          key={field.key}
          field={field}
          values={values[field.key] ?? []}
          isKept={kept.includes(field.key)}
          isFirst={first && at === 0}
          trouble={valueTrouble(field, values)}
          onChange={next => onValues({ ...values, [field.key]: next })}
        />
      ))}
    </fieldset>
  );
}

interface FieldRowProps {
  readonly field: AskedField;
  readonly values: readonly string[];
  readonly isKept: boolean;
  readonly isFirst: boolean;
  readonly trouble: string | null;
  readonly onChange: (values: string[]) => void;
}

function FieldRow({ field, values, isKept, isFirst, trouble, onChange }: FieldRowProps) {
  return (
    <div className="form-row tall asked-row" data-first-row={isFirst || undefined}>
      <span>
        <Foreign text={field.label} className="strong" max={120} />
        <small className="subtle block">
          {field.label === field.name ? null : <Foreign text={field.name} className="mono" max={80} />}{' '}
          {needWords(field)}
        </small>
      </span>
      <div className="grid gap-1">
        <FieldValueLines field={field} values={values} isKept={isKept} onChange={onChange} />
        {trouble === null ? null : (
          <p className="said">
            <Shape tone="crashed" />
            <span>{trouble}</span>
          </p>
        )}
        {field.description === '' ? null : (
          <p className="hint subtle text-2xs">
            <Foreign text={field.description} max={400} lines />
          </p>
        )}
      </div>
    </div>
  );
}

/** One value, or as many as there are of one that takes several. */
function FieldValueLines({ field, values, isKept, onChange }: Omit<FieldRowProps, 'isFirst' | 'trouble'>) {
  const all = values.length === 0 ? [''] : values;
  const shown = field.multiple ? all : all.slice(0, 1);
  return (
    <>
      {shown.map((value, at) => (
        // A value is its place: two may be the same while one is typed.
        <span key={at} className="line">
          <FieldInput
            field={field}
            value={value}
            isKept={isKept}
            number={at + 1}
            onChange={next => onChange(shown.with(at, next))}
          />
          {shown.length > 1 ? (
            <Button
              size="small"
              look="ghost"
              icon={X}
              aria-label={t('Take away value {number} of {name}', { number: at + 1, name: field.label })}
              onClick={() => onChange(shown.toSpliced(at, 1))}
            />
          ) : null}
        </span>
      ))}
      {field.multiple ? (
        <span>
          <Button size="small" look="ghost" icon={Plus} onClick={() => onChange([...shown, ''])}>
            {t('Another value')}
          </Button>
        </span>
      ) : null}
    </>
  );
}

/** Whether it must be filled in, and where a secret goes. */
function needWords({ required, secret }: AskedField): string {
  if (secret) return required ? t('required, kept as a secret') : t('if you like, kept as a secret');
  return required ? t('required') : t('if you like');
}

interface FieldInputProps {
  readonly field: AskedField;
  readonly value: string;
  readonly isKept: boolean;
  /** From 1. */
  readonly number: number;
  readonly onChange: (value: string) => void;
}

function FieldInput({ field, value, isKept, number, onChange }: FieldInputProps) {
  const label = number === 1 ? field.label : t('{name}, value {number}', { name: field.label, number: String(number) });
  if (field.kind === 'boolean')
    return <Switch label={label} on={value === 'true'} onSwitch={on => onChange(on ? 'true' : 'false')} />;
  if (field.kind === 'choice') return <ChoiceInput field={field} label={label} value={value} onChange={onChange} />;
  if (field.kind === 'file' || field.kind === 'folder')
    return (
      <PathField label={label} kind={field.kind} value={value} placeholder={field.placeholder} onChange={onChange} />
    );
  return (
    <span className={`field fill ${field.secret ? '' : 'mono'}`}>
      <input
        type={field.secret ? 'password' : 'text'}
        inputMode={field.kind === 'number' ? 'decimal' : undefined}
        aria-label={visibleText(label)}
        aria-required={field.required}
        value={value}
        placeholder={isKept ? t('kept; type another to replace it') : visibleText(field.placeholder)}
        spellCheck={false}
        autoComplete={field.secret ? 'new-password' : 'off'}
        onChange={event => onChange(event.target.value)}
      />
    </span>
  );
}

function ChoiceInput({
  field,
  label,
  value,
  onChange,
}: Omit<FieldInputProps, 'isKept' | 'number'> & { label: string }) {
  const isOwn = value !== '' && !field.choices.includes(value);
  return (
    <select
      className="field fill"
      aria-label={visibleText(label)}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      {field.required && value !== '' ? null : <option value="">{t('not chosen')}</option>}
      {[...field.choices, ...(isOwn ? [value] : [])].map(choice => (
        <option key={choice} value={choice}>
          {visibleText(choice)}
        </option>
      ))}
    </select>
  );
}
