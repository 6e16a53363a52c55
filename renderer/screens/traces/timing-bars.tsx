// Where the time of a call went: waited for the user, in the browser or server, the rest in the hub.
import type { TraceEntry } from '../../../electron/contract/trace.ts';
import { formatDuration } from '../../words/format.ts';

export function TimingBars({ entry, related }: { entry: TraceEntry; related: readonly TraceEntry[] }) {
  const { latencyMs, waitedMs } = entry;
  if (latencyMs === null) return null;
  const bars = timingBars(entry, related);
  return (
    <section className="sec" aria-label="Timing">
      <h3>
        Timing{' '}
        <span className="mm font-normal">
          {formatDuration(latencyMs)}
          {waitedMs > 0 ? `, of which ${formatDuration(waitedMs)} were your decision` : ''}
        </span>
      </h3>
      <div className="tim">
        {bars.map(({ name, from, ms, waited }) => (
          <div key={name} className="contents">
            <span className="mm cut">{name}</span>
            <span className="t">
              <i
                className={waited ? 'wait' : 'work'}
                style={{ left: `${from * 100}%`, width: `${(ms / latencyMs) * 100}%` }}
              />
            </span>
            <span className="num">{formatDuration(ms)}</span>
          </div>
        ))}
      </div>
    </section>
  );
}

interface Bar {
  readonly name: string;
  /** Where it begins, as a share of the whole. */
  readonly from: number;
  readonly ms: number;
  readonly waited: boolean;
}

function timingBars(entry: TraceEntry, related: readonly TraceEntry[]): Bar[] {
  const total = Math.max(entry.latencyMs ?? 0, 0.001);
  const onward = related.filter(other => other.parent === entry.seq && other.latencyMs !== null);
  const beyond = onward.reduce((sum, other) => sum + (other.latencyMs ?? 0), 0);
  const hub = Math.max(0, total - entry.waitedMs - beyond);
  return [
    { name: onward.length > 0 ? 'Hub' : entry.to.label, from: 0, ms: hub, waited: false },
    ...(entry.waitedMs > 0 ? [{ name: 'Waited for you', from: hub / total, ms: entry.waitedMs, waited: true }] : []),
    ...onward.map(other => ({
      name: other.to.label,
      from: Math.min(0.99, Math.max(0, (other.at - entry.at) / total)),
      ms: other.latencyMs ?? 0,
      waited: false,
    })),
  ];
}
