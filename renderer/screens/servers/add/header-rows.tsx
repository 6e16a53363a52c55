// The headers that a remote server is called with, each as a secret or openly.
import { Plus, X } from 'lucide-react';
import { tokenHeader } from '../../../../contract/server-address.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../words/language.ts';
import type { HeaderRow } from './typed.ts';

interface HeadersProps {
  readonly rows: readonly HeaderRow[];
  readonly onChange: (rows: readonly HeaderRow[]) => void;
}

export function HeaderRows({ rows, onChange }: HeadersProps) {
  const add = () => onChange([...rows, { name: rows.length === 0 ? tokenHeader : '', value: '', secret: true }]);
  return (
    <fieldset className="grid gap-1">
      <legend className="label-text">{t('Headers, such as an access token')}</legend>
      {rows.map((row, index) => (
        // A row is its place: names may be equal while one is typed.
        <HeaderFields
          key={index}
          number={index + 1}
          row={row}
          onChange={change => onChange(rows.with(index, { ...row, ...change }))}
          onRemove={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button size="small" icon={Plus} onClick={add}>
          {t('Add a header')}
        </Button>
      </div>
    </fieldset>
  );
}

interface HeaderFieldsProps {
  readonly number: number;
  readonly row: HeaderRow;
  readonly onChange: (change: Partial<HeaderRow>) => void;
  readonly onRemove: () => void;
}

function HeaderFields({ number, row, onChange, onRemove }: HeaderFieldsProps) {
  return (
    <div className="line">
      <span className="field mono w-45">
        <input
          aria-label={t('Header {number}, name', { number })}
          value={row.name}
          spellCheck={false}
          onChange={event => onChange({ name: event.target.value })}
        />
      </span>
      <span className="field mono fill">
        <input
          aria-label={t('Header {number}, value', { number })}
          type={row.secret ? 'password' : 'text'}
          value={row.value}
          spellCheck={false}
          autoComplete="off"
          placeholder={t('value')}
          onChange={event => onChange({ value: event.target.value })}
        />
      </span>
      <IsSecret number={number} on={row.secret} onSwitch={secret => onChange({ secret })} />
      <Button
        size="small"
        look="ghost"
        icon={X}
        aria-label={t('Remove header {number}', { number })}
        onClick={onRemove}
      />
    </div>
  );
}

function IsSecret({ number, on, onSwitch }: { number: number; on: boolean; onSwitch: (on: boolean) => void }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={t('Header {number} is a secret', { number })}
        checked={on}
        onChange={event => onSwitch(event.target.checked)}
      />
      {t('secret')}
    </label>
  );
}
