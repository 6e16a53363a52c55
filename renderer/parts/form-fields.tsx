// Text fields with their labels, one line or several, and what is wrong with what stands in one.
import { type ReactNode, useId } from 'react';
import { Shape } from './shape.tsx';

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
  /** What is wrong with it. */
  readonly fault?: ReactNode;
  /** What is proposed while typing. */
  readonly offers?: readonly string[];
}

export function Line(props: LineProps) {
  const { label, value, onChange, placeholder, mono, disabled, secret, first, fault, offers } = props;
  const faultId = useId();
  const offersId = useId();
  const line = (
    <label>
      <span className="label-text">{label}</span>
      <span className={`field ${mono ? 'mono' : ''}`}>
        <input
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? faultId : undefined}
          type={secret ? 'password' : 'text'}
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder={placeholder}
          disabled={disabled}
          spellCheck={false}
          autoComplete="off"
          data-first={first}
          list={offers && offersId}
        />
      </span>
      {offers ? (
        <datalist id={offersId}>
          {offers.map(offer => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      ) : null}
    </label>
  );
  return fault === undefined ? (
    line
  ) : (
    <div>
      {line}
      <Fault id={faultId}>{fault}</Fault>
    </div>
  );
}

/** Under a field; empty while nothing is wrong, so that what is said later is read out. */
export function Fault({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} role="status" className="fault">
      {children ? (
        <p className="said">
          <Shape tone="crashed" />
          <span>{children}</span>
        </p>
      ) : null}
    </div>
  );
}

interface LinesProps extends Pick<LineProps, 'label' | 'value' | 'onChange' | 'placeholder' | 'fault'> {
  readonly rows?: number;
}

export function Lines({ label, value, onChange, placeholder, rows = 4, fault }: LinesProps) {
  const faultId = useId();
  const lines = (
    <label>
      <span>{label}</span>
      <textarea
        className="well"
        rows={rows}
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        onChange={event => onChange(event.target.value)}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? faultId : undefined}
      />
    </label>
  );
  return fault === undefined ? (
    lines
  ) : (
    <div>
      {lines}
      <Fault id={faultId}>{fault}</Fault>
    </div>
  );
}
