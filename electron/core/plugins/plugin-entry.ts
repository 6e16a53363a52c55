// One plugin as the hub knows it, and which state that is. Pure.
import { missedPings, pluginTimes, slowestPingMs } from '../../../contract/plugins.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { PluginDown } from '../../../contract/refusals.ts';
import type { PluginDefinition } from '../../../contract/schemas/plugin-wire.ts';
import type { PluginClaims, PluginState } from '../../../contract/schemas/plugins.ts';
import type { StoredPlugin } from '../store/plugins-table.ts';
import type { PluginLink } from './plugin-link.ts';

/** A browser in which the plugin is installed. */
export interface PluginHome {
  readonly browserId: string;
  readonly name: string;
  /** Null while that browser is not connected. */
  readonly link: PluginLink | null;
  /** Whether it has said anything since the browser connected. */
  readonly isProven: boolean;
  /** Pings in a row without an answer. */
  readonly missed: number;
  readonly nextPingAt: number | null;
  /** It answered last that it is not healthy. */
  readonly isUnwell: boolean;
  /** Of the tools that it has listed there. */
  readonly toolsHash: string | null;
  readonly lastSeenAt: number;
}

export interface PluginEntry {
  readonly id: string;
  /** What it said at its last registration; null where it never could register. */
  readonly claims: PluginClaims | null;
  readonly tools: readonly PluginDefinition[] | null;
  readonly homes: readonly PluginHome[];
  readonly enabled: boolean;
  readonly offered: boolean;
  readonly switchedAt: number | null;
  /** Why it may not register, or what it registered with cannot be used. */
  readonly fault: Reason | null;
  readonly refusals: number;
  readonly registeredAt: number | null;
  readonly registrations: number;
  readonly lastSeenAt: number;
  readonly state: PluginState;
}

export function unknownPlugin(id: string, now: number): PluginEntry {
  return {
    id,
    claims: null,
    tools: null,
    homes: [],
    enabled: true,
    offered: true,
    switchedAt: null,
    fault: null,
    refusals: 0,
    registeredAt: null,
    registrations: 0,
    lastSeenAt: now,
    state: { kind: 'unreachable', since: now, missed: 0, nextPingAt: null, away: true },
  };
}

export function restored(stored: StoredPlugin): PluginEntry {
  const { homes, lastSeenAt, ...kept } = stored;
  const entry: PluginEntry = {
    ...unknownPlugin(stored.id, lastSeenAt),
    ...kept,
    lastSeenAt,
    homes: homes.map(home => ({ ...home, ...unprovenHome, link: null, lastSeenAt })),
  };
  return { ...entry, state: stateOf(entry, lastSeenAt) };
}

export const unprovenHome = { isProven: false, missed: 0, nextPingAt: null, isUnwell: false } as const;

/** Null for a plugin that never registered: nothing is kept of it. */
export function storedOf(entry: PluginEntry): StoredPlugin | null {
  const { id, claims, tools, homes, enabled, offered, switchedAt, registeredAt, registrations, lastSeenAt } = entry;
  if (!claims || !tools || registeredAt === null) return null;
  const kept = homes.map(({ browserId, name, toolsHash }) => ({ browserId, name, toolsHash }));
  return {
    id,
    claims,
    tools: [...tools],
    homes: kept,
    enabled,
    offered,
    switchedAt,
    registeredAt,
    registrations,
    lastSeenAt,
  };
}

export function isAnswering({ link, isProven, missed }: PluginHome): boolean {
  return link !== null && isProven && missed < missedPings;
}

/** Where a call goes: a browser in which it answers and has the tools that are offered, the one that was heard from last. */
export function homeForCall({ homes, tools }: PluginEntry, hashOf: (tools: readonly PluginDefinition[]) => string) {
  if (!tools) return null;
  const hash = hashOf(tools);
  const [first = null] = homes
    .filter(home => isAnswering(home) && !home.isUnwell && home.toolsHash === hash)
    .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt);
  return first;
}

/** `since` stays while the kind of state does. */
export function stateOf(entry: PluginEntry, now: number): PluginState {
  const next = bareStateOf(entry);
  const { state } = entry;
  const since = state.kind === next.kind ? state.since : now;
  return next.kind === 'disabled' ? { ...next, since: entry.switchedAt ?? since } : { ...next, since };
}

/** Each kind without its `since`. */
type Bare<S> = S extends PluginState ? Omit<S, 'since'> : never;

function bareStateOf({ id, enabled, fault, homes, claims }: PluginEntry): Bare<PluginState> {
  if (!enabled) return { kind: 'disabled' };
  if (fault) return { kind: 'error', reason: fault };
  const answering = homes.filter(isAnswering);
  if (claims && answering.some(({ isUnwell }) => !isUnwell)) return { kind: 'active' };
  if (claims && answering.length > 0) return { kind: 'error', reason: { kind: 'plugin-unwell', plugin: id } };
  const here = homes.filter(({ link }) => link !== null);
  const pings = here.flatMap(({ nextPingAt }) => nextPingAt ?? []);
  return {
    kind: 'unreachable',
    missed: Math.max(0, ...here.map(({ missed }) => missed)),
    nextPingAt: pings.length > 0 ? Math.min(...pings) : null,
    away: here.length === 0,
  };
}

/** As the gates see it. */
export function reachOf({ state }: PluginEntry): PluginDown | 'active' {
  return state.kind === 'unreachable' && state.away ? 'away' : state.kind;
}

/** Pings come every 60 s; where three were missed, each twice as late as the one before. */
export function pingDelay(missed: number): number {
  const late = Math.max(0, missed - missedPings + 1);
  return Math.min(slowestPingMs, pluginTimes.heartbeatMs * 2 ** late);
}
