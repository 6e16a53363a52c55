// One distribution on a log axis: a bar for how many, lines for p50, p95 and p99.
import { t } from '../../../words/language.ts';
import type { Distribution } from '../../../../contract/schemas/trace-tools.ts';

interface DistributionChartProps {
  readonly distribution: Distribution;
  /** Lower edges of the bars; each is the one before times the same factor. */
  readonly edges: readonly number[];
  readonly format: (value: number) => string;
  readonly what: string;
}

const heightPx = 34;
const barPx = 8;

export function DistributionChart({ distribution, edges, format, what }: DistributionChartProps) {
  const width = edges.length * barPx;
  const most = Math.max(...distribution.bars, 1);
  const label = labelOf(what, distribution, format);
  return (
    <svg
      className="distribution"
      viewBox={`0 0 ${width} ${heightPx}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {distribution.bars.map((count, bar) =>
        count === 0 ? null : (
          <rect
            key={bar}
            x={bar * barPx + 0.5}
            width={barPx - 1}
            y={heightPx - 1 - barHeight(count, most)}
            height={barHeight(count, most)}
          />
        ),
      )}
      <path className="floor" d={`M0 ${heightPx - 0.5}H${width}`} />
      {(['p50', 'p95', 'p99'] as const).map(share => (
        <path
          key={share}
          className={share}
          vectorEffect="non-scaling-stroke"
          d={`M${placeOf(distribution[share], edges) * width} 2V${heightPx - 1}`}
        />
      ))}
    </svg>
  );
}

function labelOf(what: string, { p50, p95, p99, max }: Distribution, format: (value: number) => string): string {
  return t('{what}: half at most {p50}, 95 of 100 at most {p95}, 99 of 100 at most {p99}, the most {max}', {
    what,
    p50: format(p50),
    p95: format(p95),
    p99: format(p99),
    max: format(max),
  });
}

/** Rare ones stay visible beside many. */
function barHeight(count: number, most: number): number {
  return Math.max(2, (heightPx - 6) * Math.sqrt(count / most));
}

/** Where a value lies, from 0 to 1. */
function placeOf(value: number, edges: readonly number[]): number {
  const [first = 1, second = 10] = edges;
  const bars = Math.log(Math.max(value, first) / first) / Math.log(second / first);
  return Math.max(0, Math.min(1, bars / edges.length));
}
