// A box that is ticked, not ticked, or stands for several of which some are. A button, so that the keys of its screen still work.
import { Check, Minus } from 'lucide-react';

interface TickBoxProps {
  readonly label: string;
  readonly on: boolean | 'mixed';
  readonly onTick: (on: boolean) => void;
  /** Nothing here can change it. */
  readonly locked?: boolean;
}

export function TickBox({ label, on, onTick, locked = false }: TickBoxProps) {
  const Mark = on === 'mixed' ? Minus : Check;
  return (
    <button
      type="button"
      role="checkbox"
      className={`tick-box ${locked ? 'locked' : ''}`}
      aria-checked={on}
      aria-label={label}
      aria-disabled={locked}
      onClick={() => (locked ? undefined : onTick(on !== true))}
    >
      <Mark aria-hidden="true" />
    </button>
  );
}
