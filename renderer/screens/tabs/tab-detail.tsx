// One tab: whose it is, since when, what it shows, what happened in it last, and what can be done with it.
import type { Tab } from '../../../electron/contract/entities.ts';
import { goTo } from '../../frame/route.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { DetailPane, Facts, PaneHead } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { browserName } from '../../store/identity.ts';
import { keyOfTab } from '../../store/tab-board.ts';
import { useRecent } from '../../parts/use-recent.ts';
import { formatAge, formatClock, formatMoment, missing } from '../../words/format.ts';
import { OutcomeCell } from '../traces/outcome-cell.tsx';
import { TabButtons } from './tab-buttons.tsx';
import { TabPicture } from './tab-picture.tsx';
import { OwnerName } from './tab-table.tsx';

const LISTED = 20;

export function TabDetail({ tab, now }: { tab: Tab; now: number }) {
  const snapshot = useSnapshot();
  return (
    <DetailPane
      className="trace-detail"
      label={`Tab ${tab.tabId}`}
      onClose={() => goTo('tabs')}
      head={
        <>
          <h2 className="cut">
            <Foreign text={tab.title || 'Untitled'} />
          </h2>
          <span className="mm text-xs whitespace-nowrap">tab {tab.tabId}</span>
        </>
      }
    >
      <TabButtons tab={tab} />
      <section className="sec" aria-label="Facts">
        <Facts
          facts={[
            ['Owner', <OwnerName key="owner" tab={tab} snapshot={snapshot} />],
            [
              'Since',
              tab.owner.since === undefined
                ? missing
                : `${formatMoment(tab.owner.since)}, ${formatAge(tab.owner.since, now)}`,
            ],
            ['Browser', <Foreign key="browser" text={browserName(snapshot, tab.browserId)} />],
            ['Address', <Foreign key="url" className="mono" text={tab.url} max={400} />],
            ['Last action', tab.lastAction ? `${tab.lastAction.tool}, ${formatAge(tab.lastAction.at, now)}` : missing],
          ]}
        />
      </section>
      <TabPicture key={keyOfTab(tab)} tab={tab} />
      <History tab={tab} />
    </DetailPane>
  );
}

function History({ tab }: { tab: Tab }) {
  const entries = useRecent(200, {})
    .filter(entry => entry.tabId === tab.tabId && entry.parent === null)
    .slice(-LISTED)
    .reverse();
  return (
    <section aria-label="What happened here">
      <PaneHead title="What happened here" note="among the newest 200 messages" />
      {entries.length === 0 ? <p className="mm p-4 text-xs">Nothing lately.</p> : null}
      <ul className="rel">
        {entries.map(entry => (
          <li key={entry.seq}>
            <button type="button" onClick={() => goTo('traces', String(entry.seq))}>
              <time className="mono mm">{formatClock(entry.at)}</time>
              <Foreign text={entry.from.label} className="cut" />
              <Foreign text={entry.tool ?? entry.method} className="mono cut" />
              <span className="fill" />
              <OutcomeCell entry={entry} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
