// States of the hub as the shell around the window knows them.
import { type AskedPrompt, nothingYet, type ShellState, type ShownServer } from '../../../electron/main/shell-state.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export const quiet: ShellState = nothingYet;

export function asked(id: string, more: Partial<AskedPrompt> = {}): AskedPrompt {
  const base = {
    clientId: 'Claude',
    scope: 'servers:call',
    tool: 'box/echo',
    where: { kind: 'at-server', server: 'Box' },
  } as const;
  const subject = { kind: 'client', id: 'Claude' } as const;
  return {
    id,
    asker: 'a1',
    subject,
    ...base,
    destructive: false,
    calls: 1,
    argumentsChars: 2,
    isCut: false,
    askedAt: 0,
    expiresAt: 60_000,
    ...more,
  };
}

/** The same question as the hub tells of it. */
export function askedByHub(id: string, argumentsText = '{}', argumentsChars = argumentsText.length): object {
  const { calls: _, isCut: _cut, asker: agentId, ...shared } = asked(id, { argumentsChars });
  const call = { agentId, call: 'c1', argumentsText, argumentsChars };
  const others = { ...call, call: 'c2', calls: 4 };
  return { ...shared, ...call, calls: 5, asks: [{ ...call, calls: 1 }, others] };
}

export function server(id: string, kind: ShownServer['kind'], more: Partial<ShownServer> = {}): ShownServer {
  return { id, name: id, kind, isRemote: false, reason: null, ...more };
}

/** Maps by id of what is given as lists. */
export function stateOf(parts: {
  readonly mode?: ShellState['mode'];
  readonly clients?: Readonly<Record<string, string>>;
  readonly agents?: readonly string[];
  readonly prompts?: readonly AskedPrompt[];
  readonly siteQuestions?: ShellState['siteQuestions'];
  readonly servers?: readonly ShownServer[];
  readonly pendingBrowsers?: readonly string[];
  readonly drifted?: Readonly<Record<string, string>>;
}): ShellState {
  const named = (names: readonly string[] = []) => new Map(names.map(name => [name, name]));
  const byId = <T extends { readonly id: string }>(list: readonly T[] = []) => new Map(list.map(one => [one.id, one]));
  return {
    mode: parts.mode ?? 'running',
    clients: new Map(Object.entries(parts.clients ?? {})),
    agents: named(parts.agents),
    prompts: byId(parts.prompts),
    siteQuestions: parts.siteQuestions ?? new Map(),
    servers: byId(parts.servers),
    pendingBrowsers: named(parts.pendingBrowsers),
    confirmations: new Map(),
    ruleChange: null,
    drifted: new Map(Object.entries(parts.drifted ?? {})),
  };
}

export function patchOf(data: object): PanelEvent {
  return { event: 'state:patch', data: { seq: 1, changes: [], ...data } };
}

export function snapshotWith({ mode, ...collections }: { mode: string } & Record<string, unknown>): Snapshot {
  const empty = {
    ...{ clients: {}, agents: {}, prompts: {}, siteQuestions: {}, servers: {}, browsers: {}, tools: {} },
    confirmations: {},
  };
  return { ...empty, ...collections, hub: { mode } } as unknown as Snapshot;
}
