// How long a tab is somebody's yet, where that has an end: kept for an agent that left, or granted for ten minutes.
import { originOf, sitesAbove } from '../../../contract/sites.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export interface TabLease {
  /** `kept`: for its agent, which has left; `granted`: what was allowed here until the tab closes, or earlier. */
  readonly kind: 'kept' | 'granted';
  readonly until: number;
  /** What is left of it, from 0 to 1. */
  readonly share: number;
}

const onceMs = 10 * 60_000;

/** What ends first; null where nothing does by itself. */
export function tabLease(snapshot: Snapshot, tab: Tab, now: number): TabLease | null {
  if (tab.owner.kind !== 'agent') return null;
  const state = snapshot.agents[tab.owner.agentId]?.state;
  if (state?.kind === 'gone') {
    const until = state.keepsTabsUntil;
    return until === undefined || until <= now ? null : lease('kept', until, until - state.since, now);
  }
  const ends = grantsHere(snapshot, tab).flatMap(({ tab: at, expiresAt }) =>
    at !== null && expiresAt !== null && expiresAt > now ? [expiresAt] : [],
  );
  return ends.length === 0 ? null : lease('granted', Math.min(...ends), onceMs, now);
}

function lease(kind: TabLease['kind'], until: number, whole: number, now: number): TabLease {
  return { kind, until, share: Math.max(0, Math.min(1, (until - now) / whole)) };
}

/** Grants of the owner's client that speak of this tab or its site, those that end with the tab first. */
export function grantsHere({ agents, grants }: Snapshot, { browserId, tabId, url, owner }: Tab): Grant[] {
  const clientId = owner.kind === 'agent' ? agents[owner.agentId]?.clientId : undefined;
  if (clientId === undefined) return [];
  const site = originOf(url);
  const isHere = ({ tab, resource }: Grant) => {
    if (tab !== null) return tab.tabId === tabId && tab.browserId === browserId;
    if (resource.kind === 'tab') return resource.tabId === tabId && resource.browserId === browserId;
    return resource.kind === 'site' && site !== null && sitesAbove(site).includes(resource.origin);
  };
  return Object.values(grants)
    .filter(grant => grant.subject.kind === 'client' && grant.subject.id === clientId && isHere(grant))
    .toSorted((a, b) => Number(a.tab === null) - Number(b.tab === null) || b.createdAt - a.createdAt);
}
