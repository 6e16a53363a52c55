// One tab: whose it is, since when and for how long, what it shows, what happened in it last, and what can be done with it.
import { goTo } from '../../frame/route.ts';
import { BrowserName } from '../../parts/browser-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { DetailPane, Facts } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { keyOfTab } from '../../store/tab-board.ts';
import { formatAge, formatMoment, missing } from '../../words/format.ts';
import { midSentence, t } from '../../words/language.ts';
import { grantLasts } from '../../words/prompt-words.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { TabButtons } from './tab-buttons.tsx';
import { TabHistory } from './tab-history.tsx';
import { TabIcon } from './tab-icons.tsx';
import { grantsHere } from './tab-lease.ts';
import { TabPicture } from './tab-picture.tsx';
import { OwnerName } from './tab-table.tsx';
import { lastActionWords, leaseWords, tabTitle } from './tab-words.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';

export function TabDetail({ tab, now }: { tab: Tab; now: number }) {
  const tabId = String(tab.tabId);
  return (
    <DetailPane
      className="trace-detail"
      label={t('Tab {tabId}', { tabId })}
      onClose={() => goTo('tabs')}
      head={
        <>
          <TabIcon key={tab.icon} tab={tab} />
          <h2 className="ellipsis">
            <Foreign text={tabTitle(tab)} />
          </h2>
          <span className="subtle text-xs whitespace-nowrap">{t('tab {tabId}', { tabId })}</span>
          <span className="fill" />
        </>
      }
    >
      <TabButtons tab={tab} />
      <TabFacts tab={tab} now={now} />
      <TabPicture key={keyOfTab(tab)} tab={tab} />
      <TabHistory tab={tab} />
    </DetailPane>
  );
}

function TabFacts({ tab, now }: { tab: Tab; now: number }) {
  const snapshot = useSnapshot();
  const { since } = tab.owner;
  const sinceWords = (at: number) => t('{moment}, {age}', { moment: formatMoment(at), age: formatAge(at, now) });
  return (
    <section className="section" aria-label={t('Facts')}>
      <Facts
        facts={[
          [t('Owner'), <OwnerName key="owner" tab={tab} snapshot={snapshot} />],
          [t('Since'), since === undefined ? missing : sinceWords(since)],
          [t('Lease'), leaseWords(snapshot, tab, now)],
          [t('Browser'), <BrowserName key="browser" browserId={tab.browserId} />],
          ...(tab.private ? [[t('Window'), t('private')] as const] : []),
          [t('Address'), <Foreign key="url" className="mono" text={tab.url} max={400} />],
          [t('Last action'), lastActionWords(tab, now)],
          ...(tab.owner.kind === 'agent'
            ? [[t('Grants here'), <GrantsHere key="grants" tab={tab} now={now} />] as const]
            : []),
        ]}
      />
    </section>
  );
}

function GrantsHere({ tab, now }: { tab: Tab; now: number }) {
  const grants = grantsHere(useSnapshot(), tab);
  if (grants.length === 0) return t('none for this tab or site alone');
  return (
    <ul>
      {grants.map(grant => (
        <li key={grant.id} className={grant.effect === 'deny' ? 'text-crashed' : ''}>
          <Foreign text={midSentence(scopeWords(grant.scope).title)} />
          {grant.effect === 'deny' ? `, ${t('denied')}` : ''}, <span className="subtle">{grantLasts(grant, now)}</span>
        </li>
      ))}
    </ul>
  );
}
