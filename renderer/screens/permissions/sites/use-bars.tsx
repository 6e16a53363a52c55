// Seven days as bars, of which the highest is as high as the line.
const height = 12;
const width = 5;

export function UseBars({ days }: { days: readonly number[] }) {
  const most = Math.max(...days);
  if (most === 0) return null;
  return (
    <svg className="use-bars" viewBox={`0 0 ${days.length * width} ${height}`} aria-hidden="true">
      {days.map((uses, day) => {
        const high = uses === 0 ? 1 : Math.max(2, Math.round((uses / most) * height));
        return <rect key={day} x={day * width} y={height - high} width={width - 1} height={high} />;
      })}
    </svg>
  );
}
