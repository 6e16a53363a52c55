// A message on the common time line: hatch for the time the user was waited for, then the work; a refusal is a tick.
import { percentAt, type TimeWindow } from '../time-window.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';

export function Waterfall({ entry, time }: { entry: TraceEntry; time: TimeWindow }) {
  const { at, latencyMs, waitedMs, outcome, kind } = entry;
  const left = percentAt(at, time);
  if (kind === 'notification') return <i className="tick neutral" style={{ left: `${left}%` }} />;
  if (outcome === 'refused') return <i className="tick" style={{ left: `${left}%` }} />;
  if (outcome === 'waiting') return <i className="waited" style={{ left: `${left}%`, right: 0 }} />;
  if (outcome === 'pending') return <i className="worked unfinished" style={{ left: `${left}%`, right: 0 }} />;
  const worked = percentAt(at + waitedMs, time);
  const end = percentAt(at + (latencyMs ?? 0), time);
  return (
    <>
      {waitedMs > 0 ? <i className="waited" style={{ left: `${left}%`, width: `${worked - left}%` }} /> : null}
      <i className="worked" style={{ left: `min(${worked}%, 100% - 2px)`, width: `${end - worked}%` }} />
    </>
  );
}
