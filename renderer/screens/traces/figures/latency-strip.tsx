// The strip above the table: latency of the loaded entries on a log scale, refusals as crosses on the floor.
import { memo, useMemo } from 'react';
import { latencies, percentile } from '../../../store/latencies.ts';
import { formatDuration, formatSpan } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { latencyStrip } from './latency-points.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';

const w = 784;
const h = 60;
const floor = 54;
/** From its middle and back to it. */
const cross = 'm-2-2l4 4m-4 0l4-4';

const shares = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
] as const;

const place = (x: number, y: number) => [(2 + x * (w - 4)).toFixed(1), (floor - y * (floor - 4)).toFixed(1)] as const;
const path = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${place(x, y).join(' ')}`).join('');

export const LatencyStrip = memo(function LatencyStrip({ entries }: { entries: readonly TraceEntry[] }) {
  const strip = useMemo(() => latencyStrip(entries), [entries]);
  return (
    <div className="strip">
      <Percentiles entries={entries} />
      <svg
        className="latency"
        viewBox={`0 0 ${w} ${h}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('Latency of {count, plural, one {# entry} other {# entries}}, log scale', {
          count: entries.length,
        })}
      >
        <g stroke="var(--line)" className="thin">
          {[0, 0.2, 0.4, 0.6, 0.8].map(y => (
            <path key={y} d={`M0 ${place(0, y)[1]}H${w}`} />
          ))}
        </g>
        <path className="dots" d={strip.dots.map(([x, y]) => `M${place(x, y).join(' ')}h0`).join('')} />
        <path className="line-p50" d={path(strip.lines.p50)} />
        <path className="line-p95" d={path(strip.lines.p95)} />
        <path className="line-p99" d={path(strip.lines.p99)} />
        <path className="crosses" d={strip.crosses.map(x => `M${place(x, 0)[0]} 57${cross}`).join('')} />
      </svg>
      <div className="axis" aria-hidden="true">
        <span style={{ top: Number(place(0, 0.8)[1]) }}>{formatSpan(1_000)}</span>
        <span style={{ top: Number(place(0, 0.4)[1]) }}>{formatDuration(10)}</span>
        <span style={{ top: Number(place(0, 0)[1]) }}>{formatDuration(0.1)}</span>
      </div>
    </div>
  );
});

function Percentiles({ entries }: { entries: readonly TraceEntry[] }) {
  const sorted = useMemo(() => latencies(entries), [entries]);
  return (
    <dl>
      {shares.map(([name, share]) => (
        <div key={name} className="contents">
          <dt className={name}>{name}</dt>
          <dd>{formatDuration(percentile(sorted, share))}</dd>
        </div>
      ))}
    </dl>
  );
}
