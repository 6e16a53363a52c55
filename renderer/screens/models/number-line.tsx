// A line of settings whose value is a number that is typed.
import { useLive } from '../../parts/panel-context.tsx';
import { Setting } from '../../parts/setting.tsx';

interface NumberLineProps {
  readonly label: string;
  readonly note: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Stands behind the number. */
  readonly unit?: string;
  readonly placeholder?: string;
}

export function NumberLine({ label, note, value, onChange, unit, placeholder }: NumberLineProps) {
  const live = useLive();
  return (
    <Setting as="label" label={label} note={note}>
      <span className="field w-24">
        <input
          className="numeric"
          inputMode="numeric"
          aria-label={label}
          placeholder={placeholder}
          disabled={!live}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
        {unit === undefined ? null : <span className="subtle">{unit}</span>}
      </span>
    </Setting>
  );
}
