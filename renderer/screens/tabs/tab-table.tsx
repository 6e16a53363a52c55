// Tabs as a table: the view for narrow windows and for many tabs.
import { goTo } from '../../frame/route.ts';
import { AgentName } from '../../parts/agent-mark.tsx';
import { BrowserMark, BrowserName } from '../../parts/browser-mark.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { keyOfTab } from '../../store/tab-board.ts';
import { missing } from '../../words/format.ts';
import { agentIdentity, tellsBrowsers } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { siteName } from '../../words/prompt-words.ts';
import { TabIcon } from './tab-icons.tsx';
import { lastActionWords, leaseWords, shortLease, tabAge, tabTitle } from './tab-words.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

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
      label={t('Tabs')}
      roomy
      rows={tabs}
      rowId={keyOfTab}
      selected={selected}
      onSelect={key => goTo('tabs', key)}
      columns={tabColumns(snapshot, now)}
    />
  );
}

function tabColumns(snapshot: Snapshot, now: number): Column<Tab>[] {
  return [
    {
      head: t('Tab'),
      width: tellsBrowsers(snapshot) ? 108 : 92,
      cell: tab => <NumberCell tab={tab} snapshot={snapshot} />,
    },
    { head: t('Page'), cell: tab => <PageCell tab={tab} /> },
    { head: t('Owner'), width: 150, cell: tab => <OwnerName tab={tab} snapshot={snapshot} /> },
    {
      head: t('Browser'),
      width: 140,
      className: 'only-when-wide',
      cell: tab => <BrowserName browserId={tab.browserId} className="muted" />,
    },
    { head: t('Last action'), width: 164, cell: tab => <span className="muted">{lastActionWords(tab, now)}</span> },
    { head: t('Age'), width: 72, num: true, cell: tab => <span className="muted">{tabAge(tab, now)}</span> },
    {
      head: t('Lease'),
      width: 92,
      num: true,
      className: 'only-when-wide',
      cell: tab => (
        <span className="muted" title={leaseWords(snapshot, tab, now)}>
          {shortLease(snapshot, tab, now) ?? missing}
        </span>
      ),
    },
  ];
}

/** In a narrow window no column tells the browser, of which another one may have a tab of that number. */
function NumberCell({ tab: { browserId, tabId }, snapshot }: { tab: Tab; snapshot: Snapshot }) {
  return (
    <span className="cell">
      {tellsBrowsers(snapshot) ? <BrowserMark browserId={browserId} size="small" /> : null}
      <span className="subtle">{tabId}</span>
    </span>
  );
}

function PageCell({ tab }: { tab: Tab }) {
  return (
    <span className="line">
      <TabIcon key={tab.icon} tab={tab} />
      <span className="two-lines">
        <Foreign text={tabTitle(tab)} className="ellipsis strong" />
        <small className="ellipsis">
          <Foreign text={siteName(tab.url)} />
          {tab.private ? `, ${t('private window')}` : ''}
        </small>
      </span>
    </span>
  );
}

export function OwnerName({ tab, snapshot }: { tab: Tab; snapshot: Snapshot }) {
  if (tab.owner.kind === 'you') return <span>{t('You')}</span>;
  if (tab.owner.kind === 'none') return <Status tone="orphaned">{t('without owner')}</Status>;
  return <AgentName who={agentIdentity(snapshot, tab.owner.agentId)} />;
}
