// The boxes of the map; each is a link to its detail.
import { Server } from 'lucide-react';
import { routeHref } from '../../frame/route.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { BrowserMark } from '../../parts/browser-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { isHeld } from '../../store/agent-mode.ts';
import { agentRate } from '../../store/rates.ts';
import { formatRate } from '../../words/format.ts';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { serverWords } from '../../words/server-words.ts';
import { agentDoing, agentNote, browserNote, browserState, toolsNote } from './map-words.ts';
import type { ReactNode } from 'react';
import type { Tone } from '../../words/tone.ts';
import type { Box } from './map-layout.ts';

/** In narrower boxes the name goes before the word of a status; its shape stays. */
const roomyPx = 230;

const place = ({ left, top, width, height }: Box) => ({ left, top, width, height });

export function AgentNode({ box }: { box: Box }) {
  const snapshot = useSnapshot();
  const samples = usePanel(state => state.samples);
  const agent = snapshot.agents[box.id];
  if (!agent) return null;
  const who = agentIdentity(snapshot, agent.id);
  return (
    <a
      className={`node ${isHeld(snapshot.hub, agent) ? 'held' : ''}`}
      style={place(box)}
      href={routeHref('agents', agent.id)}
    >
      <AgentMark who={who} size="large" />
      <span className="two-lines fill">
        <b className="ellipsis">
          <Foreign text={who.name} />
        </b>
        <small className="ellipsis">{agentNote(snapshot, agent)}</small>
      </span>
      <span className="rate">
        {formatRate(agentRate(samples, agent.id))}
        <small className={box.width < roomyPx ? 'visually-hidden' : ''}>{agentDoing(snapshot, agent)}</small>
      </span>
    </a>
  );
}

export function BrowserNode({ box }: { box: Box }) {
  const snapshot = useSnapshot();
  const browser = snapshot.browsers[box.id];
  if (!browser) return null;
  const state = browserState(browser);
  const note = browserNote(snapshot, browser);
  const isHeld = state.tone !== 'running';
  return (
    <StateNode
      mark={<BrowserMark browserId={browser.id} size="large" />}
      name={browser.name}
      href={routeHref('tabs')}
      {...{ box, note, state, isHeld }}
    />
  );
}

export function ServerNode({ box, now }: { box: Box; now: number }) {
  const server = useSnapshot().servers[box.id];
  if (!server) return null;
  const { id, name, toolCount } = server;
  const state = serverWords(server.state, now);
  const isHeld = state.tone === 'stopped';
  const href = routeHref('servers', id);
  return (
    <StateNode
      mark={<Server className="icon" aria-hidden="true" />}
      note={toolsNote(toolCount)}
      {...{ box, name, href, state, isHeld }}
    />
  );
}

interface StateNodeProps {
  readonly box: Box;
  readonly mark: ReactNode;
  readonly name: string;
  readonly href: string;
  readonly note: string;
  readonly state: { readonly tone: Tone; readonly word: string };
  readonly isHeld: boolean;
}

function StateNode({ box, mark, name, href, note, state: { tone, word }, isHeld }: StateNodeProps) {
  return (
    <a className={`node ${isHeld ? 'held' : ''}`} style={place(box)} href={href}>
      {mark}
      <span className="two-lines fill">
        <b className="ellipsis">
          <Foreign text={name} />
        </b>
        <small className="ellipsis">{note}</small>
      </span>
      <span className="rate">
        <Status tone={tone}>
          <span className={box.width < roomyPx ? 'visually-hidden' : ''}>{word}</span>
        </Status>
      </span>
    </a>
  );
}

export function RestNode({ box, count }: { box: Box; count: number }) {
  return (
    <a className="node held" style={place(box)} href={routeHref('servers')}>
      <Server className="icon" aria-hidden="true" />
      <b className="strong">{t('{count, number} more', { count })}</b>
    </a>
  );
}
