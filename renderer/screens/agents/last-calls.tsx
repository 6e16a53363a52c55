// The newest calls of one agent, with a way to all of them.
import { goTo, routeHref } from '../../frame/route.ts';
import { tracesWhere } from '../../frame/trace-paths.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { OutcomeCell } from '../../parts/outcome-cell.tsx';
import { useRecent } from '../../parts/use-recent.ts';
import { formatClockMs, formatDuration, missing } from '../../words/format.ts';
import { t } from '../../words/language.ts';

export function LastCalls({ agentId, name }: { agentId: string; name: string }) {
  const entries = useRecent(40, { agentId })
    .filter(entry => entry.parent === null && entry.from.kind === 'agent')
    .slice(-12)
    .reverse();
  return (
    <section aria-label={t('Last calls of {name}', { name })}>
      <PaneHead title={t('Last calls')}>
        <a className="link" href={routeHref('traces', tracesWhere({ field: 'agent', has: agentId }))}>
          {t('All in traces')}
        </a>
      </PaneHead>
      {entries.length === 0 ? <p className="subtle p-4 text-xs">{t('No call is in the trace.')}</p> : null}
      {entries.length > 0 ? (
        <DataTable
          label={t('Last calls')}
          rows={entries}
          rowId={entry => String(entry.seq)}
          onSelect={seq => goTo('traces', seq)}
          columns={[
            { head: t('Time'), width: 110, cell: ({ at }) => <time className="mono subtle">{formatClockMs(at)}</time> },
            {
              head: t('Tool or method'),
              cell: ({ tool, method }) => <Foreign text={tool ?? method} className="mono" />,
            },
            { head: t('Tab'), width: 90, cell: ({ tabId }) => <span className="muted">{tabId ?? missing}</span> },
            { head: t('Outcome'), width: 150, cell: entry => <OutcomeCell entry={entry} /> },
            {
              head: t('Latency'),
              width: 80,
              num: true,
              cell: ({ latencyMs }) => <span className="muted">{formatDuration(latencyMs)}</span>,
            },
          ]}
        />
      ) : null}
    </section>
  );
}
