// The tab pool of spec 000's real system, pure: 12 tabs in one browser, a queue for space, reservations of 30 seconds.
import { shortAgentId } from '../agent-connections/refusal-sentence.ts';

export const maxPoolTabs = 12;
export const reservationMs = 30_000;
/** Who has more than this many tabs is asked to give space. */
const heavyTabs = 4;
const keptTabs = 2;
const maxRequests = 100;

export interface PooledTab {
  readonly tabId: number;
  readonly windowId: number;
  readonly agentId: string;
}

/** Agent ids are the claimed ones of the wire. `opening` holds a place for each tab that is on its way. */
export interface TabPool {
  /** Oldest first. */
  readonly tabs: readonly PooledTab[];
  readonly opening: readonly string[];
  readonly requests: readonly { readonly agentId: string; readonly at: number }[];
  readonly reservations: readonly { readonly agentId: string; readonly expiresAt: number }[];
}

export const emptyPool: TabPool = { tabs: [], opening: [], requests: [], reservations: [] };

export type OpenPlan =
  /** `evict` is its own oldest tab, which has to close first and gives its place to the new one. */
  | { readonly kind: 'open'; readonly pool: TabPool; readonly evict: PooledTab | null }
  | { readonly kind: 'full'; readonly details: Record<string, unknown> };

/** Takes out what is no tab of the pool any more (closed by the user, given to somebody else) and what has expired. */
export function refreshed(pool: TabPool, isThere: (tab: PooledTab) => boolean, now: number): TabPool {
  return {
    ...pool,
    tabs: pool.tabs.filter(isThere),
    reservations: pool.reservations.filter(({ expiresAt }) => now <= expiresAt),
  };
}

/** Whether the agent may open a tab: into a free place, into its reserved one, or in place of its own oldest tab. */
export function planOpening(pool: TabPool, agentId: string, now: number): OpenPlan {
  const taken = pool.tabs.length + pool.opening.length;
  const mine = pool.reservations.some(reservation => reservation.agentId === agentId);
  const promised = pool.reservations.filter(reservation => reservation.agentId !== agentId).length;
  if (taken < maxPoolTabs && (mine || taken + promised < maxPoolTabs)) {
    return { kind: 'open', pool: opening(withoutWaiting(pool, agentId), agentId), evict: null };
  }
  const oldest = pool.tabs.find(tab => tab.agentId === agentId);
  if (oldest) {
    const tabs = pool.tabs.filter(tab => tab !== oldest);
    return { kind: 'open', pool: opening({ ...pool, tabs }, agentId), evict: oldest };
  }
  return { kind: 'full', details: fullDetails(pool, now) };
}

function opening(pool: TabPool, agentId: string): TabPool {
  return { ...pool, opening: [...pool.opening, agentId] };
}

/** The tab that was to close stays, as the oldest that it was, and the new one does not come. */
export function restored(pool: TabPool, tab: PooledTab): TabPool {
  return { ...abandoned(pool, tab.agentId), tabs: [tab, ...pool.tabs] };
}

export function opened(pool: TabPool, tab: PooledTab): TabPool {
  const known = pool.tabs.filter(({ tabId }) => tabId !== tab.tabId);
  return { ...abandoned(pool, tab.agentId), tabs: [...known, tab] };
}

/** The tab did not come: its place is free again. */
export function abandoned(pool: TabPool, agentId: string): TabPool {
  const place = pool.opening.indexOf(agentId);
  return place < 0 ? pool : { ...pool, opening: pool.opening.filter((_, index) => index !== place) };
}

/** A tab closed. With `handOn` its place is kept for whoever has waited longest. */
export function closed(
  pool: TabPool,
  tabId: number,
  handOn: boolean,
  now: number,
): { pool: TabPool; to: string | null } {
  const left = { ...pool, tabs: pool.tabs.filter(tab => tab.tabId !== tabId) };
  const [head, ...requests] = left.requests;
  if (!handOn || !head) return { pool: left, to: null };
  const others = left.reservations.filter(({ agentId }) => agentId !== head.agentId);
  const reservations = [...others, { agentId: head.agentId, expiresAt: now + reservationMs }];
  return { pool: { ...left, requests, reservations }, to: head.agentId };
}

export function requestSpace(
  pool: TabPool,
  agentId: string,
  now: number,
): { pool: TabPool; result: Record<string, unknown> } {
  const place = pool.requests.findIndex(request => request.agentId === agentId);
  if (place >= 0)
    return { pool, result: { queued: true, position: place + 1, message: 'Already in queue for tab space' } };
  const heavy = [...counts(pool)].filter(([, count]) => count > heavyTabs);
  const tabHeavyAgents = heavy.map(([id, tabCount]) => ({ agentId: shown(id, agentId), tabCount }));
  const requests = [...pool.requests, { agentId, at: now }].slice(-maxRequests);
  const message =
    heavy.length > 0
      ? `Request queued. ${heavy.length} agent(s) with >4 tabs notified.`
      : 'Request queued. No tab-heavy agents currently.';
  return {
    pool: { ...pool, requests },
    result: { queued: true, position: requests.length, tabHeavyAgents, message },
  };
}

/** The tab that the agent gives up for whoever waits, or the sentence of why it does not. */
export function planGrant(pool: TabPool, agentId: string): { tab: PooledTab } | { error: string } | { nobody: true } {
  const own = pool.tabs.filter(tab => tab.agentId === agentId);
  const [oldest] = own;
  if (!oldest) return { error: 'You have no tabs to release' };
  if (own.length <= keptTabs)
    return { error: `You only have ${own.length} tab(s). Keep at least 2 before granting space to others.` };
  return pool.requests.length === 0 ? { nobody: true } : { tab: oldest };
}

export function slotRequests(pool: TabPool, agentId: string, now: number): Record<string, unknown> {
  const own = pool.tabs.filter(tab => tab.agentId === agentId).length;
  const mine = pool.reservations.find(reservation => reservation.agentId === agentId);
  const shouldGrant = own > heavyTabs && pool.requests.length > 0;
  const heavy = 'You have >4 tabs and agents are waiting. Consider using grantTabSpace.';
  return {
    pendingRequests: pool.requests.map(({ agentId: id, at }) => ({ agentId: shown(id, agentId), waitingMs: now - at })),
    activeReservations: pool.reservations.map(({ agentId: id, expiresAt }) => ({
      agentId: shown(id, agentId),
      expiresInMs: expiresAt - now,
    })),
    yourTabCount: own,
    youHaveReservation: mine !== undefined,
    reservationExpiresInMs: mine ? mine.expiresAt - now : null,
    shouldGrant,
    hint: mine ? 'You have a reserved slot! Call createWindow now to claim it.' : shouldGrant ? heavy : null,
  };
}

/** The agent is gone: what it waited for and what was kept for it is free. */
export function withoutWaiting(pool: TabPool, agentId: string): TabPool {
  return {
    ...pool,
    requests: pool.requests.filter(request => request.agentId !== agentId),
    reservations: pool.reservations.filter(reservation => reservation.agentId !== agentId),
  };
}

/** On this wire an agent id is the only secret between agents: only its owner sees it whole. */
export function shown(agentId: string, asker: string | null): string {
  return agentId === asker ? agentId : shortAgentId(agentId);
}

function counts(pool: TabPool): Map<string, number> {
  const found = new Map<string, number>();
  for (const { agentId } of pool.tabs) found.set(agentId, (found.get(agentId) ?? 0) + 1);
  return found;
}

function fullDetails(pool: TabPool, now: number): Record<string, unknown> {
  const kept = pool.reservations.map(
    ({ agentId, expiresAt }) => `${shortAgentId(agentId)} (${Math.round((expiresAt - now) / 1000)}s left)`,
  );
  return {
    code: 'POOL_FULL',
    message: `Tab pool full (${maxPoolTabs}/${maxPoolTabs}). You have no tabs to evict.`,
    tabPool: `${pool.tabs.length}/${maxPoolTabs}`,
    ownerBreakdown: [...counts(pool)].map(([id, count]) => `${shortAgentId(id)}: ${count}`).join(', '),
    ...(kept.length > 0 ? { activeReservations: kept } : {}),
    hint: 'Use firefox_request_tab_space to queue a slot request. Agents with >4 tabs will be notified.',
  };
}
