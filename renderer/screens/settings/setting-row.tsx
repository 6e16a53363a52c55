// A line of the settings: what it is, a quiet sentence about it, and on the right what changes it.
import type { ReactNode } from 'react';

interface RowProps {
  readonly label: string;
  readonly note: ReactNode;
  readonly children?: ReactNode;
}

export function SettingRow({ label, note, children }: RowProps) {
  return (
    <div className="setting">
      <div>
        {label}
        <small>{note}</small>
      </div>
      {children}
    </div>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly live: boolean;
  /** Stands behind the number. */
  readonly unit?: string | null;
  readonly onChange: (value: number) => void;
}

/** Takes effect when it is left, and only where the number is within its bounds. */
export function NumberField({ label, value, least, most, live, unit, onChange }: NumberFieldProps) {
  return (
    <span className="field w-24">
      <input
        key={value}
        className="numeric"
        type="number"
        min={least}
        max={most}
        aria-label={label}
        disabled={!live}
        defaultValue={value}
        onBlur={({ target }) => {
          if (target.valueAsNumber !== value && target.validity.valid) onChange(target.valueAsNumber);
        }}
      />
      {unit ? <span className="subtle">{unit}</span> : null}
    </span>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  /** Characters. */
  readonly most?: number;
  readonly live: boolean;
  readonly onChange: (text: string) => void;
}

/** For technical text. Takes effect when it is left. */
export function TextField({ label, value, placeholder, most, live, onChange }: TextFieldProps) {
  return (
    <span className="field w-80">
      <input
        key={value}
        className="mono"
        aria-label={label}
        placeholder={placeholder}
        maxLength={most}
        spellCheck={false}
        disabled={!live}
        defaultValue={value}
        onBlur={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
