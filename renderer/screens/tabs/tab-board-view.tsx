// The board: one row for each browser, one column for each owner, and every tab as a block in its owner's colour.
import { Undo2, User } from 'lucide-react';
import type { CSSProperties } from 'react';

import type { Browser, Tab } from '../../../electron/contract/entities.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { goTo } from '../../frame/route.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { Shape, Status } from '../../parts/shape.tsx';
import { agentIdentity } from '../../store/identity.ts';
import { agentRate } from '../../store/rates.ts';
import { keyOfTab, type OwnerKey, type TabBoard } from '../../store/tab-board.ts';
import { formatAge, formatCounted, formatLasted, formatRate } from '../../words/format.ts';
import { monogram } from '../../words/monogram.ts';
import { siteName } from '../../words/prompt-words.ts';
import { visibleText } from '../../words/visible-text.ts';
import { useTabActs } from './use-tab-acts.ts';
import { useTabDrag, type TabDrag } from './use-tab-drag.ts';

interface BoardProps {
  readonly board: TabBoard;
  readonly now: number;
  readonly selected: string | null;
}

export function TabBoardView({ board, now, selected }: BoardProps) {
  const drag = useTabDrag();
  const snapshot = useSnapshot();
  const columns = `132px repeat(${board.owners.length}, minmax(150px, 1fr))`;
  return (
    <div className="board" style={{ gridTemplateColumns: columns }}>
      <div className="oh mm text-2xs">Browser</div>
      {board.owners.map(owner => (
        <OwnerHead key={owner} owner={owner} board={board} />
      ))}
      {board.browsers.map(browser => (
        <div key={browser.id} className="contents">
          <BrowserHead browser={browser} />
          {board.owners.map(owner => (
            <ul
              key={owner}
              {...drag.target(browser.id, owner)}
              className="cellc"
              aria-label={`${visibleText(browser.name)}, ${ownerName(snapshot, owner)}`}
            >
              {board.cell(browser.id, owner).map(tab => (
                <li key={tab.tabId}>
                  <TabBlock tab={tab} now={now} picked={keyOfTab(tab) === selected} drag={drag} />
                  <Quick tab={tab} />
                </li>
              ))}
              {drag.tab && drag.over === owner && drag.tab.browserId === browser.id ? (
                <DropHere tab={drag.tab} owner={owner} />
              ) : board.cell(browser.id, owner).length === 0 ? (
                <li className="none">{owner === 'none' ? 'None.' : 'No tabs here. Drag one in.'}</li>
              ) : null}
            </ul>
          ))}
        </div>
      ))}
    </div>
  );
}

function ownerName(snapshot: Snapshot, owner: OwnerKey): string {
  if (owner === 'you' || owner === 'none') return owner === 'you' ? 'you' : 'without owner';
  return visibleText(agentIdentity(snapshot, owner.slice('agent:'.length)).name);
}

function OwnerHead({ owner, board }: { owner: OwnerKey; board: TabBoard }) {
  const snapshot = useSnapshot();
  const samples = usePanel(state => state.samples);
  const count = board.browsers.reduce((sum, { id }) => sum + board.cell(id, owner).length, 0);
  if (owner === 'you' || owner === 'none') {
    return (
      <div className="oh">
        {owner === 'you' ? (
          <YouMark />
        ) : (
          <span className="text-orphaned">
            <Shape tone="orphaned" />
          </span>
        )}
        <span className="two">
          <b className="strong">{owner === 'you' ? 'You' : 'Without owner'}</b>
          <small>
            {owner === 'you' ? `${formatCounted(count, 'tab')}, no agent may act` : formatCounted(count, 'tab')}
          </small>
        </span>
      </div>
    );
  }
  const agentId = owner.slice('agent:'.length);
  const who = agentIdentity(snapshot, agentId);
  return (
    <div className="oh">
      <AgentMark who={who} />
      <span className="two">
        <Foreign text={who.name} className="strong cut" />
        <small>
          {formatCounted(count, 'tab')}, {formatRate(agentRate(samples, agentId))}
        </small>
      </span>
    </div>
  );
}

function YouMark() {
  return (
    <span className="mark" style={{ '--agent': 'var(--agent-you)' } as CSSProperties} aria-hidden="true">
      <User className="i12" />
    </span>
  );
}

function BrowserHead({ browser }: { browser: Browser }) {
  const here = browser.state.kind === 'connected';
  return (
    <div className="bh">
      <b>
        <Foreign text={browser.name} />
      </b>
      <p className="m">{browser.version}</p>
      <p className="mt-1">
        <Status tone={here ? 'running' : 'stopped'}>{here ? 'connected' : 'away'}</Status>
      </p>
      <p className="mm text-2xs mt-1">extension {browser.extensionVersion}</p>
    </div>
  );
}

/** Said before the tab is let go: what that means. */
function DropHere({ tab, owner }: { tab: Tab; owner: OwnerKey }) {
  const snapshot = useSnapshot();
  const loser = tab.owner.kind === 'agent' ? agentIdentity(snapshot, tab.owner.agentId).name : null;
  const taker = owner === 'you' ? null : agentIdentity(snapshot, owner.slice('agent:'.length)).name;
  return (
    <li className="drop-here">
      <b>
        {taker === null ? (
          `Take over tab ${tab.tabId}`
        ) : (
          <>
            Give tab {tab.tabId} to <Foreign text={taker} />
          </>
        )}
      </b>
      <p>
        {taker === null ? 'No agent may act on it then. ' : 'It may then use its own grants here. '}
        {loser === null ? null : (
          <>
            <Foreign text={loser} /> may not act on it any more.
          </>
        )}
      </p>
    </li>
  );
}

/** What is most likely wanted next, right below the block. */
function Quick({ tab }: { tab: Tab }) {
  const snapshot = useSnapshot();
  const acts = useTabActs();
  if (tab.owner.kind === 'you' && tab.owner.takenFrom !== undefined) {
    return (
      <ActButton size="sm" icon={Undo2} onClick={() => acts.giveBack(tab)}>
        Give back to <Foreign text={agentIdentity(snapshot, tab.owner.takenFrom).name} />
      </ActButton>
    );
  }
  if (tab.owner.kind !== 'none') return null;
  return (
    <span className="flex gap-2">
      <ActButton size="sm" onClick={() => acts.takeOver(tab)}>
        Take over
      </ActButton>
      <ActButton size="sm" look="ghost" onClick={() => acts.close(tab)}>
        Close
      </ActButton>
    </span>
  );
}

interface TabBlockProps {
  readonly tab: Tab;
  readonly now: number;
  readonly picked: boolean;
  readonly drag: TabDrag;
}

function TabBlock({ tab, now, picked, drag }: TabBlockProps) {
  const snapshot = useSnapshot();
  const colour = tab.owner.kind === 'agent' ? agentIdentity(snapshot, tab.owner.agentId).colour : null;
  const style =
    tab.owner.kind === 'none'
      ? undefined
      : ({ '--agent': colour === null ? 'var(--agent-you)' : `var(--agent-${colour})` } as CSSProperties);
  const asked = Object.values(snapshot.prompts).some(
    ({ tab: at }) => at?.tabId === tab.tabId && at.browserId === tab.browserId,
  );
  return (
    <button
      type="button"
      className={`tab ${tab.owner.kind === 'none' ? 'orph' : ''}`}
      style={style}
      aria-pressed={picked}
      data-dragged={drag.tab ? keyOfTab(drag.tab) === keyOfTab(tab) : undefined}
      onClick={() => goTo('tabs', keyOfTab(tab))}
      {...drag.source(tab)}
    >
      <span className="tt">
        <span className="fav" aria-hidden="true">
          {monogram(tab.title).charAt(0)}
        </span>
        <Foreign text={tab.title || 'Untitled'} className="cut font-medium fill" />
        <span className="mm">{tab.tabId}</span>
      </span>
      <small className="cut">
        <Foreign text={siteName(tab.url)} />
      </small>
      <span className="ft">
        {asked ? <Status tone="attention">waits for you</Status> : <LastAction tab={tab} now={now} />}
        <span className="fill" />
        {tab.owner.kind === 'agent' ? <span className="mm">{formatLasted(now - tab.owner.since)}</span> : null}
      </span>
    </button>
  );
}

function LastAction({ tab, now }: { tab: Tab; now: number }) {
  const snapshot = useSnapshot();
  if (tab.owner.kind === 'none') {
    return (
      <>
        {agentIdentity(snapshot, tab.owner.agentId).name} left {formatAge(tab.owner.since, now)}
      </>
    );
  }
  if (tab.owner.kind === 'you' && tab.owner.since !== undefined)
    return <>taken over {formatAge(tab.owner.since, now)}</>;
  if (!tab.lastAction) return <span className="mm">{tab.active ? 'in front' : 'nothing done here'}</span>;
  return (
    <>
      {tab.lastAction.tool}, {formatAge(tab.lastAction.at, now)}
    </>
  );
}
