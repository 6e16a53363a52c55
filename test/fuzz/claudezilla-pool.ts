// Property of the tab pool: whatever agents, the user and the time do, it never grows over 12 tabs and evicts nobody else's.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
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
  restored,
  withoutWaiting,
} from '../../electron/core/compat/tab-pool.ts';
import { property } from './property.ts';
import type { PooledTab, TabPool } from '../../electron/core/compat/tab-pool.ts';

const noon = 1_790_000_000_000;

const agent = fc.constantFrom('agent_a_1', 'agent_b_2', 'agent_c_3');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('begin' as const), agent }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('finish' as const), works: fc.boolean() }) },
  fc.record({ do: fc.constant('close' as const), tabId: fc.integer({ min: 1, max: 30 }), handOn: fc.boolean() }),
  fc.record({ do: fc.constant('userCloses' as const), tabId: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant('ask' as const), agent }),
  fc.record({ do: fc.constant('grant' as const), agent }),
  fc.record({ do: fc.constant('leave' as const), agent }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The pool beside the browser's real tabs, driven by any order of what agents, the user and the time do. */
class Model {
  pool: TabPool = emptyPool;
  now = noon;
  readonly open = new Map<number, string>();
  readonly onTheWay: { agent: string; evict: PooledTab | null }[] = [];
  #next = 1;

  refresh(): void {
    this.pool = refreshed(this.pool, ({ tabId, agentId }) => this.open.get(tabId) === agentId, this.now);
  }

  begin(agent: string): void {
    this.refresh();
    const plan = planOpening(this.pool, agent, this.now);
    const own = this.pool.tabs.some(({ agentId }) => agentId === agent);
    if (plan.kind === 'full') {
      assert.ok(!own, 'An agent with tabs of its own was told that the pool is full.');
      return;
    }
    if (plan.evict)
      assert.deepEqual(
        plan.evict,
        this.pool.tabs.find(({ agentId }) => agentId === agent),
      );
    this.pool = plan.pool;
    this.onTheWay.push({ agent, evict: plan.evict });
  }

  finish(works: boolean): void {
    const next = this.onTheWay.shift();
    if (!next) return;
    const { agent, evict } = next;
    if (!works && evict && this.open.has(evict.tabId)) this.pool = restored(this.pool, evict);
    else if (!works) this.pool = abandoned(this.pool, agent);
    else {
      if (evict) this.open.delete(evict.tabId);
      const tabId = this.#next++;
      this.open.set(tabId, agent);
      this.pool = opened(this.pool, { tabId, windowId: 25, agentId: agent });
    }
  }

  close(tabId: number, handOn: boolean): void {
    if (!this.open.delete(tabId)) return;
    this.pool = closed(this.pool, tabId, handOn, this.now).pool;
  }

  grant(agent: string): void {
    this.refresh();
    const plan = planGrant(this.pool, agent);
    if (!('tab' in plan)) return;
    assert.equal(plan.tab.agentId, agent);
    this.close(plan.tab.tabId, true);
  }

  take(step: Step): void {
    switch (step.do) {
      case 'begin':
        return this.begin(step.agent);
      case 'finish':
        return this.finish(step.works);
      case 'close':
        return this.close(step.tabId, step.handOn);
      case 'userCloses':
        this.open.delete(step.tabId);
        return;
      case 'ask':
        this.pool = requestSpace(this.pool, step.agent, this.now).pool;
        return;
      case 'grant':
        return this.grant(step.agent);
      case 'leave':
        this.pool = withoutWaiting(this.pool, step.agent);
        return;
      case 'wait':
        this.now += step.ms;
    }
  }
}

export const pool = property(
  'No order of agents, of the user and of the time opens a thirteenth tab or evicts another’s.',
  [fc.array(step, { maxLength: 120, size: 'max' })],
  steps => {
    const model = new Model();
    for (const taken of steps) {
      model.take(taken);
      assert.ok(model.open.size <= maxPoolTabs, `${model.open.size} tabs are open.`);
      assert.ok(model.pool.tabs.length + model.pool.opening.length <= maxPoolTabs);
      assert.equal(new Set(model.pool.tabs.map(({ tabId }) => tabId)).size, model.pool.tabs.length);
    }
  },
);
