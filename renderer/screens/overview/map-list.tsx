// The map as a list: the same facts for keyboards, screen readers, and whoever would rather read.
import { visibleText } from '../../../contract/visible-text.ts';
import { routeHref, type Screen } from '../../frame/route.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { BrowserMark } from '../../parts/browser-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { agentRate } from '../../store/rates.ts';
import { formatRate } from '../../words/format.ts';
import { agentIdentity, browserName } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { serverWords } from '../../words/server-words.ts';
import { type Edge, mapEdges } from './call-edges.ts';
import { hubGates } from './hub-gates.ts';
import { mapIds } from './map-ids.ts';
import { agentDoing, agentNote, browserNote, browserState, toolsNote } from './map-words.ts';
import type { ReactNode } from 'react';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';

interface MapListProps {
  readonly entries: readonly TraceEntry[];
  readonly now: number;
}

export function MapList({ entries, now }: MapListProps) {
  const snapshot = useSnapshot();
  const ids = mapIds(snapshot);
  const edges = mapEdges(entries, now);
  return (
    <section className="map-list" aria-label={t('Agents, hub, browsers and servers as a list')}>
      <Group title={t('Agents')} none={t('No agent is connected.')}>
        {ids.agents.map(id => (
          <AgentItem key={id} id={id} edges={edges} />
        ))}
      </Group>
      <Group title={t('Gates of the hub')} none="">
        {hubGates(snapshot, entries).map(({ name, value, tone, note }) => (
          <li key={name}>
            <b>{name}</b>
            <span className={tone ?? 'muted'} style={{ color: tone ? 'var(--c)' : undefined }}>
              {value}
            </span>
            <span className="subtle">{note}</span>
          </li>
        ))}
      </Group>
      <Group title={t('Browsers')} none={t('No browser is connected.')}>
        {ids.browsers.map(id => (
          <BrowserItem key={id} id={id} />
        ))}
      </Group>
      <Group title={t('Servers')} none={t('No server yet.')}>
        {ids.servers.map(id => (
          <ServerItem key={id} id={id} now={now} />
        ))}
      </Group>
    </section>
  );
}

function Group({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <div>
      <h2>{title}</h2>
      {children.length === 0 ? <p className="subtle">{none}</p> : <ul aria-label={title}>{children}</ul>}
    </div>
  );
}

function NameLink({ screen, id, name }: { screen: Screen; id?: string; name: string }) {
  return (
    <a className="link" href={routeHref(screen, id)}>
      <Foreign text={name} max={60} />
    </a>
  );
}

function AgentItem({ id, edges }: { id: string; edges: readonly Edge[] }) {
  const snapshot = useSnapshot();
  const samples = usePanel(state => state.samples);
  const agent = snapshot.agents[id];
  if (!agent) return null;
  const who = agentIdentity(snapshot, id);
  const own = edges.filter(({ agentId }) => agentId === id);
  return (
    <li>
      <AgentMark who={who} size="small" />
      <NameLink screen="agents" id={id} name={who.name} />
      <span className="muted">{`${agentNote(snapshot, agent)}, ${formatRate(agentRate(samples, id))}, ${agentDoing(snapshot, agent)}`}</span>
      <span className="subtle">
        {own.length === 0
          ? t('talked with nobody in the last 2 min')
          : t('talked in the last 2 min with {targets}', {
              targets: own.map(edge => targetWords(snapshot, edge)).join(', '),
            })}
      </span>
    </li>
  );
}

/** `Chromium Work (12)` */
function targetWords(snapshot: Snapshot, { target, count }: Edge): string {
  const [kind, ...rest] = target.split(':');
  const id = rest.join(':');
  const name = kind === 'browser' ? browserName(snapshot, id) : (snapshot.servers[id]?.name ?? id);
  return `${visibleText(name)} (${count})`;
}

function BrowserItem({ id }: { id: string }) {
  const snapshot = useSnapshot();
  const browser = snapshot.browsers[id];
  if (!browser) return null;
  const { tone, word } = browserState(browser);
  return (
    <li>
      <BrowserMark browserId={id} size="small" />
      <NameLink screen="tabs" name={browser.name} />
      <Status tone={tone}>{word}</Status>
      <span className="muted">{browserNote(snapshot, browser)}</span>
    </li>
  );
}

function ServerItem({ id, now }: { id: string; now: number }) {
  const server = useSnapshot().servers[id];
  if (!server) return null;
  const { tone, word } = serverWords(server.state, now);
  return (
    <li>
      <NameLink screen="servers" id={id} name={server.name} />
      <Status tone={tone}>{word}</Status>
      <span className="muted">{toolsNote(server.toolCount)}</span>
    </li>
  );
}
