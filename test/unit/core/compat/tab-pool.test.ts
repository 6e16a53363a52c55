// The tab pool as pure state: never more than 12 tabs, nobody's tab but one's own closes, and reservations hold what they promise.
import { describe, expect, test } from 'vitest';
import {
  abandoned,
  closed,
  emptyPool,
  maxPoolTabs,
  opened,
  planGrant,
  planOpening,
  refreshed,
  requestSpace,
  reservationMs,
  restored,
  shown,
  slotRequests,
  withoutWaiting,
} from '../../../../electron/core/compat/tab-pool.ts';
import type { PooledTab, TabPool } from '../../../../electron/core/compat/tab-pool.ts';

const noon = 1_790_000_000_000;
const ana = 'agent_aaaa1111_100';
const ben = 'agent_bbbb2222_200';
const everything = () => true;

function tab(tabId: number, agentId: string): PooledTab {
  return { tabId, windowId: 25, agentId };
}

function filled(...owners: readonly string[]): TabPool {
  return { ...emptyPool, tabs: owners.map((agentId, index) => tab(index + 1, agentId)) };
}

const full = filled(...Array.from({ length: maxPoolTabs }, () => ana));

function planned(pool: TabPool, agentId: string) {
  const plan = planOpening(pool, agentId, noon);
  if (plan.kind === 'full') throw new Error(JSON.stringify(plan.details));
  return plan;
}

describe('Opening a tab', () => {
  test('Into an empty pool it takes a place, which the tab then fills.', () => {
    const { pool, evict } = planned(emptyPool, ana);
    expect({ opening: pool.opening, evict }).toEqual({ opening: [ana], evict: null });
    expect(opened(pool, tab(1, ana))).toEqual(filled(ana));
  });

  test('The place of a tab that did not come is free again.', () => {
    expect(abandoned(planned(emptyPool, ana).pool, ana)).toEqual(emptyPool);
  });

  test('In a full pool it takes the place of the asker’s own oldest tab.', () => {
    const { pool, evict } = planned(full, ana);
    expect(evict).toEqual(tab(1, ana));
    expect(restored(pool, tab(1, ana))).toEqual(full);
  });

  test('Whoever has none in a full pool is told who has how many, with shortened ids.', () => {
    const pool = { ...full, reservations: [{ agentId: ana, expiresAt: noon + 9_000 }] };
    expect(planOpening(pool, ben, noon)).toEqual({
      kind: 'full',
      details: {
        code: 'POOL_FULL',
        message: 'Tab pool full (12/12). You have no tabs to evict.',
        tabPool: '12/12',
        ownerBreakdown: 'agent_aaaa...: 12',
        activeReservations: ['agent_aaaa... (9s left)'],
        hint: 'Use firefox_request_tab_space to queue a slot request. Agents with >4 tabs will be notified.',
      },
    });
  });

  test('Two tabs that are opened at once take two places.', () => {
    const eleven = filled(...Array.from({ length: 11 }, () => ana));
    const { pool } = planned(eleven, ben);
    expect(planOpening(pool, ben, noon).kind).toBe('full');
  });

  test('A place that is kept for another is not taken; who it is kept for takes it.', () => {
    const eleven = filled(...Array.from({ length: 11 }, () => ana));
    const kept = { ...eleven, reservations: [{ agentId: ben, expiresAt: noon + 1 }] };
    expect(planned(kept, ana).evict).toEqual(tab(1, ana));
    expect(planOpening(kept, 'agent_cccc_3', noon).kind).toBe('full');
    expect(planned(kept, ben)).toMatchObject({ evict: null, pool: { opening: [ben], reservations: [] } });
  });
});

describe('Asking for space', () => {
  test('Who waits longest gets the place that a closed tab leaves, for 30 seconds.', () => {
    const waiting = requestSpace(requestSpace(full, ben, noon).pool, 'agent_cccc_3', noon).pool;
    const { pool, to } = closed(waiting, 1, true, noon);
    expect({ to, reservations: pool.reservations, waiting: pool.requests.map(({ agentId }) => agentId) }).toEqual({
      to: ben,
      reservations: [{ agentId: ben, expiresAt: noon + reservationMs }],
      waiting: ['agent_cccc_3'],
    });
    expect(refreshed(pool, everything, noon + reservationMs).reservations).toHaveLength(1);
    expect(refreshed(pool, everything, noon + reservationMs + 1).reservations).toEqual([]);
  });

  test('A tab that closes at the end of its agent leaves its place to everybody.', () => {
    const { pool } = requestSpace(full, ben, noon);
    expect(closed(pool, 1, false, noon)).toMatchObject({ to: null, pool: { reservations: [] } });
  });

  test('Asking twice keeps the place in the queue.', () => {
    const { pool, result } = requestSpace(full, ben, noon);
    expect(result).toEqual({
      queued: true,
      position: 1,
      tabHeavyAgents: [{ agentId: 'agent_aaaa...', tabCount: 12 }],
      message: 'Request queued. 1 agent(s) with >4 tabs notified.',
    });
    expect(requestSpace(pool, ben, noon + 1)).toEqual({
      pool,
      result: { queued: true, position: 1, message: 'Already in queue for tab space' },
    });
  });

  test.each([
    [filled(), { error: 'You have no tabs to release' }],
    [filled(ana, ana), { error: 'You only have 2 tab(s). Keep at least 2 before granting space to others.' }],
    [filled(ana, ana, ana), { nobody: true }],
    [requestSpace(filled(ben, ana, ana, ana), ben, noon).pool, { tab: tab(2, ana) }],
  ])('Of this pool %j the agent gives: %j', (pool, plan) => {
    expect(planGrant(pool, ana)).toEqual(plan);
  });

  test('An agent sees how long others wait, and its own id alone as a whole.', () => {
    const { pool } = requestSpace(requestSpace(full, ben, noon).pool, ana, noon);
    expect(slotRequests(pool, ana, noon + 15)).toEqual({
      pendingRequests: [
        { agentId: 'agent_bbbb...', waitingMs: 15 },
        { agentId: ana, waitingMs: 15 },
      ],
      activeReservations: [],
      yourTabCount: 12,
      youHaveReservation: false,
      reservationExpiresInMs: null,
      shouldGrant: true,
      hint: 'You have >4 tabs and agents are waiting. Consider using grantTabSpace.',
    });
  });

  test('An agent that ends waits for nothing more.', () => {
    const waiting = requestSpace(full, ben, noon).pool;
    expect(withoutWaiting(closed(waiting, 1, true, noon).pool, ben)).toMatchObject({ requests: [], reservations: [] });
  });
});

test('An id reads whole to its owner alone.', () => {
  expect([shown(ana, ana), shown(ana, ben), shown(ana, null)]).toEqual([ana, 'agent_aaaa...', 'agent_aaaa...']);
  // That of whoever says no id has nothing to keep.
  expect(shown('unknown', ben)).toBe('unknown');
});
