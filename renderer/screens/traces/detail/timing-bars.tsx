// Where the time of a call went: waited for the user, in the browser or server, the rest in the hub.
import { Foreign } from '../../../parts/foreign.tsx';
import { Say } from '../../../parts/say.tsx';
import { formatClockMs, formatDuration } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';

export function TimingBars({ entry, related }: { entry: TraceEntry; related: readonly TraceEntry[] }) {
  const { latencyMs, waitedMs } = entry;
  if (latencyMs === null) return <NoTiming entry={entry} />;
  const bars = timingBars(entry, related);
  return (
    <section className="section" aria-label={t('Timing')}>
      <h3>
        <Say
          text="Timing {figures}"
          values={{ figures: <span className="subtle font-normal">{wholeWords(latencyMs, waitedMs)}</span> }}
        />
      </h3>
      <div className="timing">
        {bars.map(({ name, from, ms, waited }) => (
          <div key={name} className="contents">
            <Foreign text={name} className="subtle ellipsis" max={60} />
            <span className="timing-track">
              <i
                className={waited ? 'waited' : 'worked'}
                style={{ left: `${from * 100}%`, width: `${(ms / latencyMs) * 100}%` }}
              />
            </span>
            <span className="numeric">{formatDuration(ms)}</span>
          </div>
        ))}
      </div>
    </section>
  );
}

/** What has no answer has no parts of time yet, or never. */
function NoTiming({ entry: { kind, at } }: { entry: TraceEntry }) {
  return (
    <section className="section" aria-label={t('Timing')}>
      <p className="subtle text-xs">
        {kind === 'notification'
          ? t('A notification waits for no answer: it passed at {time}.', { time: formatClockMs(at) })
          : t('It runs since {time}; where the time went is told once it has its answer.', {
              time: formatClockMs(at),
            })}
      </p>
    </section>
  );
}

function wholeWords(latencyMs: number, waitedMs: number): string {
  const whole = formatDuration(latencyMs);
  return waitedMs > 0
    ? t('{whole}, of which {waited} were your decision', { whole, waited: formatDuration(waitedMs) })
    : whole;
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
    { name: onward.length > 0 ? t('Hub') : entry.to.label, from: 0, ms: hub, waited: false },
    ...(entry.waitedMs > 0 ? [{ name: t('Waited for you'), from: hub / total, ms: entry.waitedMs, waited: true }] : []),
    ...onward.map(other => ({
      name: other.to.label,
      from: Math.min(0.99, Math.max(0, (other.at - entry.at) / total)),
      ms: other.latencyMs ?? 0,
      waited: false,
    })),
  ];
}
