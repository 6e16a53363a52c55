// The board: one row for each browser, one column for each owner, and every tab as a block in its owner's colour.
import { User } from 'lucide-react';
import type { CSSProperties } from 'react';

import type { Browser, Tab } from '../../../electron/contract/entities.ts';
import { goTo } from '../../frame/route.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { Shape, Status } from '../../parts/shape.tsx';
import { agentIdentity } from '../../store/identity.ts';
import { agentRate } from '../../store/rates.ts';
import { keyOfTab, type OwnerKey, type TabBoard } from '../../store/tab-board.ts';
import { formatAge, formatCounted, formatRate } from '../../words/format.ts';
import { siteName } from '../../words/prompt-words.ts';

interface BoardProps {
  readonly board: TabBoard;
  readonly now: number;
  readonly selected: string | null;
}

export function TabBoardView({ board, now, selected }: BoardProps) {
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
              className="cellc"
              aria-label={`${browser.name}, ${owner === 'you' ? 'you' : owner === 'none' ? 'without owner' : 'agent'}`}
            >
              {board.cell(browser.id, owner).map(tab => (
                <li key={tab.tabId}>
                  <TabBlock tab={tab} now={now} picked={keyOfTab(tab) === selected} />
                </li>
              ))}
              {board.cell(browser.id, owner).length === 0 ? <li className="none">No tabs here.</li> : null}
            </ul>
          ))}
        </div>
      ))}
    </div>
  );
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

function TabBlock({ tab, now, picked }: { tab: Tab; now: number; picked: boolean }) {
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
      onClick={() => goTo('tabs', keyOfTab(tab))}
    >
      <span className="tt">
        <Foreign text={tab.title || 'Untitled'} className="cut font-medium fill" />
        <span className="mm">{tab.tabId}</span>
      </span>
      <small className="cut">
        <Foreign text={siteName(tab.url)} />
      </small>
      <span className="ft">
        {asked ? <Status tone="attention">waits for you</Status> : <LastAction tab={tab} now={now} />}
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
  if (!tab.lastAction) return <span className="mm">{tab.active ? 'in front' : 'nothing done here'}</span>;
  return (
    <>
      {tab.lastAction.tool}, {formatAge(tab.lastAction.at, now)}
    </>
  );
}
