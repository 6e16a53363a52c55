// One plugin as the hub knows it, and which state that is. Pure.
import { isSameJson } from '../../../contract/json.ts';
import { missedPings, pluginBounds, pluginTimes, slowestPingMs } from '../../../contract/plugins.ts';
import { compareVersions } from '../../../contract/versions.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { PluginDown } from '../../../contract/refusals.ts';
import type { PluginDefinition } from '../../../contract/schemas/plugin-wire.ts';
import type { PluginClaims, PluginState } from '../../../contract/schemas/plugins.ts';
import type { StoredPlugin } from '../store/plugins-table.ts';
import type { PluginLink } from './plugin-link.ts';

/** What a plugin registered with. Lists of tools that are equal are one and the same. */
export interface PluginListing {
  readonly claims: PluginClaims;
  readonly tools: readonly PluginDefinition[];
}

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
  /** What it is there; null where it never could register. Two browsers may have two versions of it. */
  readonly listing: PluginListing | null;
  /** Why it was refused there when it registered last. */
  readonly fault: Reason | null;
  readonly lastSeenAt: number;
}

export interface PluginEntry {
  readonly id: string;
  /** What is offered of it: see `offeredOf`. Null where it never could register. */
  readonly listing: PluginListing | null;
  /** In the order in which it registered there. */
  readonly homes: readonly PluginHome[];
  readonly enabled: boolean;
  readonly offered: boolean;
  readonly switchedAt: number | null;
  /** Why it may register nowhere. */
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
    listing: null,
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

export function restored({ homes, lastSeenAt, claims, tools, ...kept }: StoredPlugin): PluginEntry {
  const offered = { claims, tools };
  const entry: PluginEntry = {
    ...unknownPlugin(kept.id, lastSeenAt),
    ...kept,
    lastSeenAt,
    listing: offered,
    homes: keptHomes(
      homes.map(({ listing, ...home }) => ({
        ...home,
        ...unprovenHome,
        link: null,
        fault: null,
        lastSeenAt,
        listing: listing === 'offered' ? offered : listing && sharedListing(listing, [offered]),
      })),
    ),
  };
  return { ...entry, state: stateOf(entry, lastSeenAt) };
}

/**
 * Profiles of browsers come and go, and nobody tells which of them are gone: of those that are not connected the one that was heard from
 * longest ago goes first, and of several of one time that which registered first.
 */
export function keptHomes(homes: readonly PluginHome[]): readonly PluginHome[] {
  const away = homes.filter(({ link }) => link === null);
  const extra = away.length - pluginBounds.homes;
  if (extra <= 0) return homes;
  const gone = new Set(away.toSorted((a, b) => a.lastSeenAt - b.lastSeenAt).slice(0, extra));
  return homes.filter(home => !gone.has(home));
}

export const unprovenHome = { isProven: false, missed: 0, nextPingAt: null, isUnwell: false } as const;

/** Null for a plugin that never registered: nothing is kept of it. */
export function storedOf(entry: PluginEntry): StoredPlugin | null {
  const { id, listing: offered, homes, enabled, switchedAt, registeredAt, registrations, lastSeenAt } = entry;
  if (!offered || registeredAt === null) return null;
  const kept = homes.map(({ browserId, name, listing }) => ({
    browserId,
    name,
    listing: listing === offered ? ('offered' as const) : listing && { ...listing, tools: [...listing.tools] },
  }));
  return {
    id,
    claims: offered.claims,
    tools: [...offered.tools],
    homes: kept,
    enabled,
    offered: entry.offered,
    switchedAt,
    registeredAt,
    registrations,
    lastSeenAt,
  };
}

/** The same, or with the same list of tools, where one of these is equal: then comparing two is comparing their identity. */
export function sharedListing(listing: PluginListing, known: readonly (PluginListing | null)[]): PluginListing {
  const others = [...new Set(known)].filter(one => one !== null);
  const alike = others.filter(({ tools }) => isSameJson(tools, listing.tools));
  const [first] = alike;
  const same = alike.find(({ claims }) => isSameJson(claims, listing.claims));
  return same ?? (first ? { ...listing, tools: first.tools } : listing);
}

export function isAnswering({ link, isProven, missed, fault }: PluginHome): boolean {
  return link !== null && isProven && missed < missedPings && fault === null;
}

/** Whether a call that was decided by what is offered may go to this browser. */
export function hasOffered({ listing }: PluginEntry, home: PluginHome): boolean {
  return listing !== null && home.listing?.tools === listing.tools;
}

/**
 * Which version is offered where its browsers have several: spec 002 knows one plugin for an id. Of the browsers in which it answers (and
 * is well, where there is one) the latest version; of one version with different tools what is offered already, else what came last. It is
 * not that of the last registration, because backgrounds sleep, and each wakes and registers again when it likes.
 */
export function offeredOf({ homes, listing }: Pick<PluginEntry, 'homes' | 'listing'>): PluginListing | null {
  const answering = homes.filter(home => isAnswering(home) && home.listing !== null);
  const well = answering.filter(({ isUnwell }) => !isUnwell);
  let best: PluginListing | null = null;
  for (const { listing: next } of well.length > 0 ? well : answering) {
    if (!next) continue;
    const order = best === null ? 1 : compareVersions(next.claims.version ?? '', best.claims.version ?? '');
    if (order > 0 || (order === 0 && best?.tools !== listing?.tools)) best = next;
  }
  return best ?? listing;
}

/** Where a call goes: a browser in which it answers and has the tools that are offered, the one that was heard from last. */
export function homeForCall(entry: PluginEntry): PluginHome | null {
  const [first = null] = entry.homes
    .filter(home => isAnswering(home) && !home.isUnwell && hasOffered(entry, home))
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

function bareStateOf({ id, enabled, fault, homes }: PluginEntry): Bare<PluginState> {
  if (!enabled) return { kind: 'disabled' };
  if (fault) return { kind: 'error', reason: fault };
  const answering = homes.filter(home => isAnswering(home) && home.listing !== null);
  if (answering.some(({ isUnwell }) => !isUnwell)) return { kind: 'active' };
  if (answering.length > 0) return { kind: 'error', reason: { kind: 'plugin-unwell', plugin: id } };
  const refused = homes.findLast(home => home.fault !== null)?.fault;
  if (refused) return { kind: 'error', reason: refused };
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
