// Side navigation with badges, ending in the connected agents: the legend of all colours.
import {
  Bot,
  Columns3,
  Compass,
  Cpu,
  Library,
  ListTree,
  type LucideIcon,
  MessageSquare,
  Network,
  Plug,
  Server,
  Settings2,
  ShieldCheck,
  Stethoscope,
  Wrench,
} from 'lucide-react';
import { AgentMark } from '../parts/agent-mark.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { usePanel, useSnapshot } from '../parts/panel-context.tsx';
import { Shape } from '../parts/shape.tsx';
import { loosestMode } from '../store/agent-mode.ts';
import { pendingBrowsers, problemPlace, questionCount, troubledServers } from '../store/attention.ts';
import { connectedPrograms, connectionsOf } from '../store/connected-agents.ts';
import { installTotals } from '../store/installs.ts';
import { isSetUp, troubledProviders } from '../store/models.ts';
import { askingPlugins } from '../store/plugins.ts';
import { agentRate } from '../store/rates.ts';
import { formatRate, formatShort } from '../words/format.ts';
import { agentIdentity } from '../words/identity.ts';
import { midSentence, t } from '../words/language.ts';
import { runModeWords } from '../words/mode-words.ts';
import { screenWords } from '../words/screen-words.ts';
import { routeHref, type Screen } from './route.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { Tone } from '../words/tone.ts';

interface Badge {
  readonly text: string;
  readonly tone?: Tone;
  /** What the number means, for screen readers and the tooltip. */
  readonly means?: string;
}

const groups: readonly (readonly [string, readonly (readonly [Screen, LucideIcon])[]])[] = [
  [
    t('Watch'),
    [
      ['overview', Compass],
      ['traces', ListTree],
      ['tabs', Columns3],
      ['fleet', Network],
    ],
  ],
  [
    t('Control'),
    [
      ['permissions', ShieldCheck],
      ['agents', Bot],
      ['servers', Server],
      ['tools', Wrench],
      ['chat', MessageSquare],
    ],
  ],
  [
    t('Set up'),
    [
      ['connect', Plug],
      ['catalogue', Library],
      ['models', Cpu],
      ['doctor', Stethoscope],
      ['settings', Settings2],
    ],
  ],
];

export function SideNav({ screen }: { screen: Screen }) {
  const snapshot = useSnapshot();
  const total = usePanel(state => state.trace.total);
  const brokenSteps = usePanel(state => state.brokenSteps);
  const badges = navBadges(snapshot, total, brokenSteps);
  // Outside of a fleet only the palette leads there.
  const isOffered = ([name]: readonly [Screen, LucideIcon]) =>
    name !== 'fleet' || screen === 'fleet' || snapshot.hub.fleet != null;
  return (
    <nav className="side-nav" aria-label={t('Main')}>
      {groups.map(([title, entries]) => (
        <div key={title} className="contents">
          <h2>{title}</h2>
          <ul className="nav-links">
            {entries.filter(isOffered).map(([name, Icon]) => (
              <li key={name}>
                <a href={routeHref(name)} aria-current={name === screen ? 'page' : undefined} title={screenWords[name]}>
                  <Icon className="icon" aria-hidden="true" />
                  <span className="label">{screenWords[name]}</span>
                  <BadgeView badge={badges[name]} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Crew />
    </nav>
  );
}

function BadgeView({ badge }: { badge: Badge | undefined }) {
  if (!badge) return null;
  return (
    <span className={`badge ${badge.tone ? `toned ${badge.tone}` : ''}`} title={badge.means}>
      {badge.tone ? <Shape tone={badge.tone} /> : null}
      {badge.text}
      {badge.means ? <span className="visually-hidden">{badge.means}</span> : null}
    </span>
  );
}

function navBadges(snapshot: Snapshot, total: number, brokenSteps: number): Partial<Record<Screen, Badge>> {
  const prompts = questionCount(snapshot);
  const pending = pendingBrowsers(snapshot).length;
  const troubled = troubledServers(snapshot);
  const crashed = troubled.filter(({ state }) => state.kind === 'crashed' || state.kind === 'failed').length;
  const asking = troubled.length - crashed + askingPlugins(snapshot).length;
  const agents = connectedPrograms(snapshot).length;
  return {
    traces: { text: formatShort(total) },
    tabs: { text: String(Object.keys(snapshot.tabs).length) },
    permissions:
      prompts > 0
        ? {
            text: String(prompts),
            tone: 'attention',
            means: t('{count, plural, one {waiting for you} other {waiting for you}}', { count: prompts }),
          }
        : undefined,
    agents: { text: String(agents) },
    servers: serverBadge(crashed, asking, Object.keys(snapshot.servers).length),
    tools: { text: String(Object.keys(snapshot.tools).length) },
    chat: chatBadge(snapshot.hub.chat),
    doctor: brokenSteps > 0 ? { text: String(brokenSteps), tone: 'crashed', means: t('broken') } : undefined,
    models: modelBadge(snapshot),
    catalogue: installBadge(snapshot),
    connect: connectBadge(snapshot.hub.problems.filter(({ id }) => problemPlace(id) !== null).length, pending),
  };
}

function connectBadge(broken: number, pending: number): Badge | undefined {
  if (broken > 0) return { text: String(broken), tone: 'crashed', means: t('broken') };
  if (pending > 0) return { text: String(pending), tone: 'attention', means: t('browser wants to connect') };
  return undefined;
}

function chatBadge(counts: Snapshot['hub']['chat']): Badge | undefined {
  if (!counts || counts.conversations === 0) return undefined;
  const { waiting: count } = counts;
  if (count === 0) return { text: String(counts.conversations) };
  const means = t('{count, plural, one {waiting for you} other {waiting for you}}', { count });
  return { text: String(count), tone: 'attention', means };
}

function modelBadge(snapshot: Snapshot): Badge | undefined {
  const troubled = troubledProviders(snapshot).length;
  if (troubled > 0) return { text: String(troubled), tone: 'attention', means: t('need a look') };
  const all = Object.values(snapshot.modelProviders).filter(isSetUp).length;
  return all === 0 ? undefined : { text: String(all) };
}

function installBadge({ installs }: Snapshot): Badge | undefined {
  const { underWay: count } = installTotals(installs);
  if (count === 0) return undefined;
  return {
    text: String(count),
    tone: 'waiting',
    means: t('{count, plural, one {install} other {installs}} under way', { count }),
  };
}

function serverBadge(crashed: number, asking: number, all: number): Badge {
  if (crashed > 0) return { text: String(crashed), tone: 'crashed', means: t('crashed') };
  if (asking > 0) return { text: String(asking), tone: 'attention', means: t('need a look') };
  return { text: String(all) };
}

function Crew() {
  const snapshot = useSnapshot();
  const samples = usePanel(state => state.samples);
  const agents = connectedPrograms(snapshot);
  if (agents.length === 0) return null;
  return (
    <ul className="agent-links" aria-label={t('Connected agents')}>
      {agents.map(agent => {
        const who = agentIdentity(snapshot, agent.id);
        const connections = connectionsOf(snapshot, agent);
        const mode = loosestMode(snapshot.hub, connections);
        const rate = connections.reduce((sum, { id }) => sum + agentRate(samples, id), 0);
        return (
          <li key={agent.id}>
            <a href={routeHref('agents', agent.id)} title={who.name}>
              <AgentMark who={who} size="small" />
              <Foreign text={who.name} className="label ellipsis" />
              <span className="rate">{mode === 'running' ? formatRate(rate) : midSentence(runModeWords[mode])}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
