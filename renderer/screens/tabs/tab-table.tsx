// Tabs as a table: the view for narrow windows and for many tabs.
import type { Tab } from '../../../electron/contract/entities.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { goTo } from '../../frame/route.ts';
import { AgentName } from '../../parts/agent-mark.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { agentIdentity, browserName } from '../../store/identity.ts';
import { keyOfTab } from '../../store/tab-board.ts';
import { formatAge, missing } from '../../words/format.ts';
import { siteName } from '../../words/prompt-words.ts';

interface TabTableProps {
  readonly tabs: readonly Tab[];
  readonly now: number;
  readonly selected: string | null;
}

export function TabTable({ tabs, now, selected }: TabTableProps) {
  const snapshot = useSnapshot();
  if (tabs.length === 0) return null;
  return (
    <DataTable
      label="Tabs"
      roomy
      rows={tabs}
      rowId={keyOfTab}
      selected={selected}
      onSelect={key => goTo('tabs', key)}
      columns={[
        { head: 'Tab', width: 92, cell: tab => <span className="mm">{tab.tabId}</span> },
        {
          head: 'Page',
          cell: tab => (
            <span className="two">
              <Foreign text={tab.title || 'Untitled'} className="cut strong" />
              <small className="cut">
                <Foreign text={siteName(tab.url)} />
              </small>
            </span>
          ),
        },
        { head: 'Owner', width: 150, cell: tab => <OwnerName tab={tab} snapshot={snapshot} /> },
        {
          head: 'Browser',
          width: 140,
          className: 'wide',
          cell: tab => <Foreign text={browserName(snapshot, tab.browserId)} className="m" />,
        },
        {
          head: 'Last action',
          width: 170,
          cell: ({ lastAction }) => (
            <span className="m">{lastAction ? `${lastAction.tool}, ${formatAge(lastAction.at, now)}` : missing}</span>
          ),
        },
      ]}
    />
  );
}

export function OwnerName({ tab, snapshot }: { tab: Tab; snapshot: Snapshot }) {
  if (tab.owner.kind === 'you') return <span>You</span>;
  if (tab.owner.kind === 'none') return <Status tone="orphaned">without owner</Status>;
  return <AgentName who={agentIdentity(snapshot, tab.owner.agentId)} />;
}
