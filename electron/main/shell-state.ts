// What the shell outside the window shows of the hub: folded from the snapshot and the patches. Pure.
import { agentName, soleAsker } from '../../contract/agent-name.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { HubInfo } from '../../contract/schemas/entities.ts';
import type { PanelEvent } from '../../contract/schemas/panel-events.ts';
import type { Prompt } from '../../contract/schemas/permissions.ts';
import type { RuleAsker, RuleChange } from '../../contract/schemas/rule-changes.ts';
import type { Server } from '../../contract/schemas/servers.ts';
import type { CollectionName, Entity, Snapshot } from '../../contract/schemas/snapshot.ts';

export type RunMode = HubInfo['mode'];

type Shared = 'id' | 'clientId' | 'subject' | 'scope' | 'tool' | 'where' | 'destructive' | 'askedAt' | 'expiresAt';

/** What is shown of a question; `id` is what it is answered by. */
export interface AskedPrompt extends Pick<Prompt, Shared | 'argumentsChars'> {
  /** The agent that asks; null where several do. */
  readonly asker: string | null;
  /** Calls that wait and are the very one that the question shows: those an answer for this use speaks of. */
  readonly calls: number;
  /** Whether even the question in the panel shows only the beginning of the arguments at first. */
  readonly isCut: boolean;
}

/** A web page that asks: whose it is, and how much it wants. A menu is too small to answer it. */
export interface AskingSite {
  readonly origin: string;
  readonly scopes: number;
}

export interface ShownServer {
  readonly id: string;
  readonly name: string;
  readonly kind: Server['state']['kind'];
  /** Whether it runs elsewhere. */
  readonly isRemote: boolean;
  /** Why it is in this state, where it says so. */
  readonly reason: Reason | null;
}

export interface ShellState {
  readonly mode: RunMode;
  /** What was approved: id to the name that the user gave it. */
  readonly clients: ReadonlyMap<string, string>;
  /** Agents that are connected: id to name. */
  readonly agents: ReadonlyMap<string, string>;
  readonly prompts: ReadonlyMap<string, AskedPrompt>;
  /** Questions of web pages, by their ids. */
  readonly siteQuestions: ReadonlyMap<string, AskingSite>;
  readonly servers: ReadonlyMap<string, ShownServer>;
  /** Browsers that wait for approval: id to name. */
  readonly pendingBrowsers: ReadonlyMap<string, string>;
  /** Tools whose definition is not the approved one: tool id to server id. */
  readonly drifted: ReadonlyMap<string, string>;
  /** Changes of the rules that wait for an answer in the panel: id to the program that asked, or null. */
  readonly confirmations: ReadonlyMap<string, string | null>;
  /** The newest change of the rules that was made elsewhere. */
  readonly ruleChange: RuleChange | null;
}

type Shown = Omit<ShellState, 'mode' | 'ruleChange'>;

/** What each collection of the snapshot leaves behind; undefined where there is nothing to show. */
const readers: { [K in keyof Shown]: (entity: never) => unknown } = {
  clients: ({ name }: Entity<'clients'>) => name,
  agents: (agent: Entity<'agents'>) => (agent.state.kind === 'connected' ? agentName(agent) : undefined),
  prompts: readPrompt,
  siteQuestions: ({ origin, scopes }: Entity<'siteQuestions'>): AskingSite => ({ origin, scopes: scopes.length }),
  servers: readServer,
  pendingBrowsers: ({ state, name }: Entity<'browsers'>) => (state.kind === 'pending' ? name : undefined),
  drifted: ({ held, source }: Entity<'tools'>) =>
    held === 'changed' && source.kind === 'server' ? source.serverId : undefined,
  confirmations: ({ asker }: Entity<'confirmations'>) => programOf(asker),
};

const parts: Partial<Record<CollectionName, keyof Shown>> = {
  clients: 'clients',
  agents: 'agents',
  prompts: 'prompts',
  siteQuestions: 'siteQuestions',
  servers: 'servers',
  browsers: 'pendingBrowsers',
  tools: 'drifted',
  confirmations: 'confirmations',
};

export const nothingYet: ShellState = {
  mode: 'running',
  clients: new Map(),
  agents: new Map(),
  prompts: new Map(),
  siteQuestions: new Map(),
  servers: new Map(),
  pendingBrowsers: new Map(),
  drifted: new Map(),
  confirmations: new Map(),
  ruleChange: null,
};

export function shellStateOf(snapshot: Snapshot): ShellState {
  const changes = Object.keys(parts).flatMap(name => {
    const collection = name as CollectionName;
    return Object.entries(snapshot[collection]).map(([id, value]) => ({ collection, id, value }));
  });
  return reduceShell({ ...nothingYet, mode: snapshot.hub.mode }, { event: 'state:patch', data: { seq: 0, changes } });
}

/** Answers the same object where the event changes nothing that is shown. */
export function reduceShell(state: ShellState, event: PanelEvent): ShellState {
  if (event.event === 'rules:changed') return { ...state, ruleChange: event.data };
  if (event.event !== 'state:patch') return state;
  const next: Record<string, unknown> = { ...state };
  if (event.data.hub) next['mode'] = event.data.hub.mode;
  for (const { collection, id, value } of event.data.changes) {
    const part = parts[collection];
    if (!part) continue;
    const read = readers[part] as (entity: unknown) => unknown;
    next[part] = withMember(next[part] as ReadonlyMap<string, unknown>, id, value === null ? undefined : read(value));
  }
  const same = Object.entries(state).every(([key, value]) => next[key] === value);
  return same ? state : (next as unknown as ShellState);
}

/** `node (4130)`: the program behind a change of the rules, or null where the system did not tell. */
export function programOf({ processes }: RuleAsker): string | null {
  const [first] = processes;
  if (!first) return null;
  return `${first.program?.split(/[\\/]/).at(-1) ?? '?'} (${first.pid})`;
}

/** Who asks, and whose the answer will be where several of one name ask the same: never what a program says of itself. */
export function askerOf({ agents, clients }: ShellState, { asker, clientId, subject }: AskedPrompt): string {
  if (subject.kind !== 'client') return subject.id;
  return (asker === null ? undefined : agents.get(asker)) ?? clients.get(clientId) ?? clientId;
}

function withMember(map: ReadonlyMap<string, unknown>, id: string, value: unknown): ReadonlyMap<string, unknown> {
  if (JSON.stringify(map.get(id)) === JSON.stringify(value)) return map;
  const next = new Map(map);
  if (value === undefined) next.delete(id);
  else next.set(id, value);
  return next;
}

function readPrompt(prompt: Prompt): AskedPrompt {
  const { id, clientId, subject, scope, tool, where, destructive, askedAt, expiresAt, argumentsChars } = prompt;
  const same = prompt.asks.filter(({ call }) => call === prompt.call);
  const calls = same.reduce((sum, ask) => sum + ask.calls, 0);
  const isCut = argumentsChars > prompt.argumentsText.length;
  const asker = soleAsker(prompt);
  return {
    id,
    asker,
    clientId,
    subject,
    scope,
    tool,
    where,
    destructive,
    askedAt,
    expiresAt,
    argumentsChars,
    calls,
    isCut,
  };
}

function readServer({ id, name, kind, state }: Server): ShownServer {
  const isRemote = kind === 'http' || kind === 'sse';
  return { id, name, kind: state.kind, isRemote, reason: 'reason' in state ? (state.reason ?? null) : null };
}
