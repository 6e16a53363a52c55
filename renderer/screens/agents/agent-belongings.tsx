// What one agent has: its tabs, and what its client was granted.
import { Ban, Check } from 'lucide-react';
import { routeHref } from '../../frame/route.ts';
import { BrowserMark } from '../../parts/browser-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { keyOfTab, tabsOf } from '../../store/tab-board.ts';
import { formatAge } from '../../words/format.ts';
import { tellsBrowsers } from '../../words/identity.ts';
import { midSentence, t } from '../../words/language.ts';
import { grantLasts, resourceWords } from '../../words/prompt-words.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { grantsOf } from './agent-rows.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';

const listedAtMost = 6;

export function AgentTabs({ agent, now }: { agent: Agent; now: number }) {
  const snapshot = useSnapshot();
  const tabs = tabsOf(snapshot, agent.id);
  return (
    <section className="section" aria-label={t('Tabs of this agent')}>
      <h3>
        {t('Tabs')} <span className="subtle font-normal">{tabs.length}</span>
      </h3>
      <ul className="pairs">
        {tabs.slice(0, listedAtMost).map(tab => (
          <li key={keyOfTab(tab)}>
            <span className="cell flex-none">
              {tellsBrowsers(snapshot) ? <BrowserMark browserId={tab.browserId} size="small" /> : null}
              <span className="subtle">{tab.tabId}</span>
            </span>
            <a className="ellipsis hover:underline" href={routeHref('tabs', keyOfTab(tab))}>
              <Foreign text={tab.title || tab.url} />
            </a>
            <span className="subtle whitespace-nowrap">{formatAge(tab.lastAction?.at ?? null, now)}</span>
          </li>
        ))}
        {tabs.length === 0 ? <li className="subtle">{t('It owns no tab.')}</li> : null}
      </ul>
    </section>
  );
}

export function AgentGrants({ agent, now }: { agent: Agent; now: number }) {
  const grants = grantsOf(useSnapshot(), agent.clientId);
  return (
    <section className="section" aria-label={t('Grants of this agent')}>
      <h3>
        {t('Grants')}{' '}
        <span className="subtle font-normal">
          {grants.length > listedAtMost
            ? t('{count, number}, {listed, number} newest', { count: grants.length, listed: listedAtMost })
            : grants.length}
        </span>
      </h3>
      <ul className="pairs">
        {grants.slice(0, listedAtMost).map(grant => (
          <GrantLine key={grant.id} grant={grant} now={now} />
        ))}
        {grants.length === 0 ? <li className="subtle">{t('None; it is asked each time.')}</li> : null}
      </ul>
    </section>
  );
}

function GrantLine({ grant, now }: { grant: Grant; now: number }) {
  const snapshot = useSnapshot();
  return (
    <li className={grant.effect === 'deny' ? 'text-crashed' : ''}>
      {grant.effect === 'allow' ? (
        <Check className="icon-14 text-running" aria-label={t('allow')} />
      ) : (
        <Ban className="icon-14" aria-label={t('deny')} />
      )}
      <Foreign
        className="ellipsis"
        text={`${midSentence(scopeWords(grant.scope).title)}, ${resourceWords(snapshot, grant.resource)}`}
      />
      <span className="subtle whitespace-nowrap">{grantLasts(grant, now)}</span>
    </li>
  );
}
