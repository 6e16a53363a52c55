// Property of ownership (attack 13, a prompt-injected agent takes another's tabs): whatever is interleaved, no plan for a foreign tab passes.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { tabKey } from '../../contract/entities.ts';
import { scopes } from '../../contract/permissions.ts';
import { canDo } from '../../electron/core/browsers/abilities.ts';
import { runGates } from '../../electron/core/gates/gates.ts';
import { noRules } from '../../electron/core/permissions/rule-index.ts';
import { planCall } from '../../electron/core/router/plan-call.ts';
import { TabRegistry } from '../../electron/core/tabs/tab-registry.ts';
import { browserTools } from '../../electron/core/tools/browser-tools.ts';
import {
  buildAgent,
  buildBrowser,
  buildClient,
  buildGrant,
  buildReportedTab,
  buildState,
  noon,
  rulesOf,
} from '../support/hub-fixtures.ts';
import { type Property, property } from './property.ts';
import type { Scope } from '../../contract/permissions.ts';
import type { KeptTab } from '../../electron/core/store/kept-lives.ts';

const agents = ['agent_aaaa0000', 'agent_bbbb0000', 'agent_cccc0000'];
const browsers = ['b1', 'b2'];
/** What the browsers of this world can do: a call of anything else is refused before anybody looks at its tab. */
const tabTools = browserTools.filter(tool => tool.needsTab && canDo(buildBrowser(), tool.name));

const agent = fc.constantFrom(...agents);
const browser = fc.constantFrom(...browsers);
const tabId = fc.integer({ min: 1, max: 5 });

const step = fc.oneof(
  fc.record({ do: fc.constant('claim' as const), agent, browser, tabId }),
  fc.record({ do: fc.constant('release' as const), browser, tabId }),
  fc.record({ do: fc.constant('orphan' as const), agent }),
  fc.record({ do: fc.constant('report' as const), browser, tabIds: fc.uniqueArray(tabId) }),
  fc.record({ do: fc.constant('forget' as const), browser }),
  fc.record({ do: fc.constant('touch' as const), browser, tabId }),
  // The hub dies and comes back; browsers among `anew` were restarted meanwhile and count their tabs from the start.
  fc.record({ do: fc.constant('restart' as const), anew: fc.subarray(browsers) }),
  fc.record({
    do: fc.constant('call' as const),
    agent,
    browser,
    tabId: fc.option(tabId, { nil: undefined }),
    tool: fc.constantFrom(...tabTools),
    // What an attacker would like to be believed.
    forged: fc.constantFrom({}, { agentId: agents[1] }, { owner: agents[1] }, { browserId: 'b2' }),
  }),
);

/** What the rules say, written down without the registry: only a claim makes an owner. */
class Owners {
  readonly #owners = new Map<string, string>();
  /** From before the hub came back, until the browser tells of its tabs. */
  readonly #left = new Map<string, string>();
  #all(browserId: string) {
    return [...this.#owners.keys()].filter(key => key.startsWith(`${browserId}:`));
  }
  of(browserId: string, id: number) {
    return this.#owners.get(tabKey(browserId, id));
  }
  claim(agentId: string, browserId: string, id: number) {
    this.#owners.set(tabKey(browserId, id), agentId);
    this.#left.delete(tabKey(browserId, id));
  }
  release(browserId: string, id: number) {
    this.#owners.delete(tabKey(browserId, id));
  }
  orphan(agentId: string) {
    for (const all of [this.#owners, this.#left])
      for (const [key, owner] of all) if (owner === agentId) all.delete(key);
  }
  restart(anew: readonly string[]) {
    for (const [key, owner] of this.#owners) this.#left.set(key, owner);
    this.#owners.clear();
    for (const browserId of anew) this.#forgetLeft(browserId);
  }
  reported(browserId: string, ids: readonly number[]) {
    for (const key of ids.map(id => tabKey(browserId, id))) {
      const owner = this.#left.get(key);
      if (owner !== undefined && !this.#owners.has(key)) this.#owners.set(key, owner);
    }
    this.#forgetLeft(browserId);
    this.keep(browserId, ids);
  }
  #forgetLeft(browserId: string) {
    for (const key of [...this.#left.keys()]) if (key.startsWith(`${browserId}:`)) this.#left.delete(key);
  }
  keep(browserId: string, ids: readonly number[]) {
    const kept = new Set(ids.map(id => tabKey(browserId, id)));
    for (const key of this.#all(browserId)) if (!kept.has(key)) this.#owners.delete(key);
  }
}

function createWorld() {
  let now = noon;
  const disk = new Map<string, KeptTab>();
  const runs = new Map<string, number>(browsers.map(id => [id, 1]));
  const persist = {
    put: (id: string, tab: () => KeptTab) => void disk.set(id, tab()),
    remove: (id: string) => void disk.delete(id),
  };
  const start = () => {
    const kept = { rows: [...disk.values()], persist };
    const registry = new TabRegistry({ state: buildState(), now: () => now++, onEnded: () => {}, kept });
    for (const [id, run] of runs) registry.met(id, `run-${run}`);
    return registry;
  };
  let tabs = start();
  const anew = (id: string) => runs.set(id, (runs.get(id) ?? 0) + 1);
  const restart = (ids: readonly string[]) => {
    for (const id of ids) anew(id);
    tabs = start();
  };
  /** As it is let in after it was restarted. */
  const forget = (id: string) => {
    anew(id);
    tabs.forgetBrowser(id);
    tabs.met(id, `run-${runs.get(id)}`);
  };
  const grants = rulesOf(
    (Object.keys(scopes) as Scope[]).map((scope, index) => buildGrant({ id: String(index), scope })),
  );
  const view = (browserId: string) => ({
    mode: () => 'running' as const,
    now: () => now,
    client: () => buildClient({ start: 'own-tabs' }),
    grants: () => grants,
    policy: () => noRules,
    browserFor: () => buildBrowser({ id: browserId }),
    browser: (id: string) => buildBrowser({ id }),
    connectedBrowsers: () => [],
    ownTabs: () => [],
    tab: (id: string, tab: number) => tabs.get(id, tab),
    document: (browserId: string, tabId: number) => tabs.document(browserId, tabId),
    lastUsedTab: (agentId: string, id: string) => tabs.lastUsed(agentId, id),
    limits: () => ({ run: null, origin: null }),
    server: () => null,
    plugin: () => null,
    hasShortcut: () => false,
  });
  return { tabs: () => tabs, view, restart, forget };
}

export const ownership: Property = property(
  'Attack 13: no interleaving of claim, release, orphan, report, restart and call passes a plan for a tab that its asker does not own.',
  [fc.array(step, { maxLength: 60, size: 'max' })],
  steps => {
    const { tabs: now, view, restart, forget } = createWorld();
    const owners = new Owners();
    for (const event of steps) {
      const tabs = now();
      if (event.do === 'claim') {
        tabs.claim(event.agent, event.browser, buildReportedTab({ tabId: event.tabId }));
        owners.claim(event.agent, event.browser, event.tabId);
      } else if (event.do === 'release') {
        tabs.release(event.browser, event.tabId);
        owners.release(event.browser, event.tabId);
      } else if (event.do === 'orphan') {
        tabs.orphan(event.agent);
        owners.orphan(event.agent);
      } else if (event.do === 'report') {
        tabs.report(
          event.browser,
          event.tabIds.map(id => buildReportedTab({ tabId: id })),
        );
        owners.reported(event.browser, event.tabIds);
      } else if (event.do === 'forget') {
        forget(event.browser);
        owners.reported(event.browser, []);
      } else if (event.do === 'restart') {
        restart(event.anew);
        owners.restart(event.anew);
      } else if (event.do === 'touch') tabs.touch(event.browser, event.tabId, 'navigate');
      else {
        const args = { ...event.forged, ...(event.tabId === undefined ? {} : { tabId: event.tabId }) };
        const callable = { kind: 'browser', id: event.tool.name, tool: event.tool } as const;
        const plan = planCall(view(event.browser), buildAgent({ id: event.agent }), callable, args);
        if (plan.target.kind !== 'browser') throw new Error('A browser tool was planned for a server.');
        const owned = plan.target.tabId !== null && owners.of(event.browser, plan.target.tabId) === event.agent;
        assert.equal(runGates(plan).kind, owned ? 'pass' : 'deny');
      }
    }
  },
);
