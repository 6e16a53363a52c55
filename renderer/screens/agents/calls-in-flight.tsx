// The calls of one agent that are not answered yet: what, where, for how long, and what they wait for.
import { goTo } from '../../frame/route.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { OutcomeCell } from '../../parts/outcome-cell.tsx';
import { useRecent } from '../../parts/use-recent.ts';
import { formatSpan, missing } from '../../words/format.ts';
import { t } from '../../words/language.ts';

const listedAtMost = 12;

export function CallsInFlight({ agentId, name, now }: { agentId: string; name: string; now: number }) {
  const entries = useRecent(40, {
    agentId,
    where: {
      any: [
        { field: 'status', is: 'pending' },
        { field: 'status', is: 'waiting' },
      ],
    },
  }).filter(({ from, kind, parent }) => from.kind === 'agent' && kind === 'request' && parent === null);
  const label = t('Calls in flight');
  return (
    <section aria-label={t('Calls in flight of {name}', { name })}>
      <PaneHead title={label} note={String(entries.length)} />
      {entries.length === 0 ? <p className="subtle px-4 py-3 text-xs">{t('No call waits for an answer.')}</p> : null}
      {entries.length > 0 ? (
        <DataTable
          label={label}
          rows={entries.slice(-listedAtMost)}
          total={entries.length}
          rowId={entry => String(entry.seq)}
          onSelect={seq => goTo('traces', seq)}
          columns={[
            {
              head: t('Tool or method'),
              cell: ({ tool, method }) => <Foreign text={tool ?? method} className="mono" />,
            },
            { head: t('Tab'), width: 90, cell: ({ tabId }) => <span className="muted">{tabId ?? missing}</span> },
            { head: t('State'), width: 150, cell: entry => <OutcomeCell entry={entry} /> },
            { head: t('For'), width: 90, num: true, cell: ({ at }) => formatSpan(now - at) },
          ]}
        />
      ) : null}
    </section>
  );
}
