// How much of a budget is used, as a line; its figures stand beside it.

interface MeterProps {
  readonly label: string;
  /** From 0 to 100. */
  readonly share: number;
  /** Nothing or little is left. */
  readonly isLow?: boolean;
}

export function Meter({ label, share, isLow }: MeterProps) {
  return (
    <span className={`meter ${isLow ? 'low' : ''}`} role="img" aria-label={label}>
      <i style={{ width: `${share}%` }} />
    </span>
  );
}
