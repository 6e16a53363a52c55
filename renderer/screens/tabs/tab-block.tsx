// A tab as a block on the board, in its owner's colour, and what is most likely wanted next right below it.
import { Undo2 } from 'lucide-react';
import { goTo } from '../../frame/route.ts';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Say } from '../../parts/say.tsx';
import { Status } from '../../parts/shape.tsx';
import { keyOfTab } from '../../store/tab-board.ts';
import { formatAge } from '../../words/format.ts';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { siteName } from '../../words/prompt-words.ts';
import { TabIcon } from './tab-icons.tsx';
import { tabLease } from './tab-lease.ts';
import { lastActionWords, leaseWords, shortLease, tabAge, tabTitle } from './tab-words.ts';
import { useTabActs } from './use-tab-acts.ts';
import type { CSSProperties } from 'react';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { TabDrag } from './use-tab-drag.ts';

interface TabBlockProps {
  readonly tab: Tab;
  readonly now: number;
  readonly picked: boolean;
  readonly drag: TabDrag;
}

export function TabBlock({ tab, now, picked, drag }: TabBlockProps) {
  const snapshot = useSnapshot();
  const colour = tab.owner.kind === 'agent' ? agentIdentity(snapshot, tab.owner.agentId).colour : null;
  const style =
    tab.owner.kind === 'none'
      ? undefined
      : ({ '--agent': colour === null ? 'var(--agent-you)' : `var(--agent-${colour})` } as CSSProperties);
  return (
    <button
      type="button"
      className={`tab-block ${tab.owner.kind === 'none' ? 'ownerless' : ''}`}
      style={style}
      aria-pressed={picked}
      data-dragged={drag.tab ? keyOfTab(drag.tab) === keyOfTab(tab) : undefined}
      onClick={() => goTo('tabs', keyOfTab(tab))}
      {...drag.source(tab)}
    >
      <span className="tab-title">
        <TabIcon key={tab.icon} tab={tab} />
        <Foreign text={tabTitle(tab)} className="ellipsis font-medium fill" />
        <span className="subtle">{tab.tabId}</span>
      </span>
      <small className="ellipsis">
        {tab.private ? `${t('private')}, ` : ''}
        <Foreign text={siteName(tab.url)} />
      </small>
      <BlockFoot tab={tab} now={now} />
    </button>
  );
}

function BlockFoot({ tab, now }: { tab: Tab; now: number }) {
  const snapshot = useSnapshot();
  const lease = tabLease(snapshot, tab, now);
  const asked = Object.values(snapshot.prompts).some(
    ({ tab: at }) => at?.tabId === tab.tabId && at.browserId === tab.browserId,
  );
  return (
    <>
      <span className="tab-foot">
        <span className="ellipsis fill">
          {asked ? <Status tone="attention">{t('waits for you')}</Status> : <LastAction tab={tab} now={now} />}
        </span>
        {tab.owner.kind === 'agent' ? (
          <span className="subtle whitespace-nowrap" title={leaseWords(snapshot, tab, now)}>
            {shortLease(snapshot, tab, now) ?? tabAge(tab, now)}
          </span>
        ) : null}
      </span>
      {lease ? (
        <span className="lease" aria-hidden="true">
          <i style={{ width: `${lease.share * 100}%` }} />
        </span>
      ) : null}
    </>
  );
}

function LastAction({ tab, now }: { tab: Tab; now: number }) {
  const snapshot = useSnapshot();
  const { owner } = tab;
  if (owner.kind === 'none') {
    const name = <Foreign text={agentIdentity(snapshot, owner.agentId).name} max={40} />;
    return <Say text="{name} left {age}" values={{ name, age: formatAge(owner.since, now) }} />;
  }
  if (owner.kind === 'you' && owner.since !== undefined)
    return t('taken over {age}', { age: formatAge(owner.since, now) });
  if (tab.lastAction) return lastActionWords(tab, now);
  return <span className="subtle">{tab.active ? t('in front') : t('nothing done here')}</span>;
}

export function Quick({ tab }: { tab: Tab }) {
  const snapshot = useSnapshot();
  const acts = useTabActs();
  if (tab.owner.kind === 'you' && tab.owner.takenFrom !== undefined) {
    const name = <Foreign text={agentIdentity(snapshot, tab.owner.takenFrom).name} />;
    return (
      <ActButton size="small" icon={Undo2} onClick={() => acts.giveBack(tab)}>
        <span className="ellipsis">
          <Say text="Give back to {name}" values={{ name }} />
        </span>
      </ActButton>
    );
  }
  if (tab.owner.kind !== 'none') return null;
  return (
    <span className="flex gap-2 flex-wrap">
      <ActButton size="small" onClick={() => acts.takeOver(tab)}>
        {t('Take over')}
      </ActButton>
      <ActButton size="small" look="ghost" onClick={() => acts.close(tab)}>
        {t('Close')}
      </ActButton>
    </span>
  );
}
