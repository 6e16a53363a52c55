// Text fields with their labels: one line, or several.

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly disabled?: boolean;
  /** What is typed is not shown. */
  readonly secret?: boolean;
  /** Has focus when the dialog opens. */
  readonly first?: boolean;
}

export function Line({ label, value, onChange, placeholder, mono, disabled, secret, first }: LineProps) {
  return (
    <label>
      <span className="label-text">{label}</span>
      <span className={`field ${mono ? 'mono' : ''}`}>
        <input
          type={secret ? 'password' : 'text'}
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder={placeholder}
          disabled={disabled}
          spellCheck={false}
          autoComplete="off"
          data-first={first}
        />
      </span>
    </label>
  );
}

interface LinesProps extends Pick<LineProps, 'label' | 'value' | 'onChange' | 'placeholder'> {
  readonly rows?: number;
}

export function Lines({ label, value, onChange, placeholder, rows = 4 }: LinesProps) {
  return (
    <label>
      <span>{label}</span>
      <textarea
        className="well"
        rows={rows}
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        onChange={event => onChange(event.target.value)}
      />
    </label>
  );
}
