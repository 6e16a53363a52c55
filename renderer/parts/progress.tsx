// How far something is: a bar that fills.

/** `share` from 0 to 1. */
export function Progress({ label, share }: { label: string; share: number }) {
  return (
    <span
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <i style={{ transform: `scaleX(${share})` }} />
    </span>
  );
}
