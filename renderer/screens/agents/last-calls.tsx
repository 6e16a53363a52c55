// The newest calls of one agent, with a way to all of them.
import { goTo, routeHref } from '../../frame/route.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { OutcomeCell } from '../traces/outcome-cell.tsx';
import { useRecent } from '../../parts/use-recent.ts';
import { formatClockMs, formatDuration, missing } from '../../words/format.ts';

export function LastCalls({ agentId, name }: { agentId: string; name: string }) {
  const entries = useRecent(40, { agentId })
    .filter(entry => entry.parent === null && entry.from.kind === 'agent')
    .slice(-12)
    .reverse();
  return (
    <section aria-label={`Last calls of ${name}`}>
      <PaneHead title="Last calls">
        <a className="link" href={routeHref('traces')}>
          All in traces
        </a>
      </PaneHead>
      {entries.length === 0 ? <p className="mm p-4 text-xs">No call is in the trace.</p> : null}
      {entries.length > 0 ? (
        <DataTable
          label="Last calls"
          rows={entries}
          rowId={entry => String(entry.seq)}
          onSelect={seq => goTo('traces', seq)}
          columns={[
            { head: 'Time', width: 110, cell: entry => <time className="mono mm">{formatClockMs(entry.at)}</time> },
            { head: 'Tool or method', cell: entry => <Foreign text={entry.tool ?? entry.method} className="mono" /> },
            { head: 'Tab', width: 90, cell: entry => <span className="m">{entry.tabId ?? missing}</span> },
            { head: 'Outcome', width: 150, cell: entry => <OutcomeCell entry={entry} /> },
            {
              head: 'Latency',
              width: 80,
              num: true,
              cell: entry => <span className="m">{formatDuration(entry.latencyMs)}</span>,
            },
          ]}
        />
      ) : null}
    </section>
  );
}
