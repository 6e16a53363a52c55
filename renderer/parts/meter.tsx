// How much of something is used up: a bar, amber towards its end.

/** From this share on a person should look. */
const lowFrom = 0.8;

export function Meter({ label, share }: { label: string; share: number }) {
  const filled = Math.max(0, Math.min(1, share));
  return (
    <span
      className={`meter ${filled >= lowFrom ? 'low' : ''}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(filled * 100)}
    >
      <i style={{ transform: `scaleX(${filled})` }} />
    </span>
  );
}
