// The tab pool of each browser, kept in step with the tab registry, and the tabs in it that nobody has any more.
import { HubError } from '../../../contract/errors.ts';
import { emptyPool, refreshed, withoutWaiting } from './tab-pool.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { ClaudezillaAgent, ClaudezillaAgents } from './claudezilla/claudezilla-agents.ts';
import type { ClaudezillaCalls, CommandCall } from './claudezilla/claudezilla-calls.ts';
import type { PooledTab, TabPool } from './tab-pool.ts';

export interface TabPoolRegistryOptions {
  readonly agents: ClaudezillaAgents;
  readonly calls: ClaudezillaCalls;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
  readonly now: () => number;
}

/** Tabs that were opened without an agent id. */
const anonymous = 'unknown';
const closeTimeoutMs = 10_000;

export class TabPoolRegistry {
  readonly #options: TabPoolRegistryOptions;
  readonly #pools = new Map<string, TabPool>();

  constructor(options: TabPoolRegistryOptions) {
    this.#options = options;
  }

  /** The pool of the asker's browser, without what is no tab of it any more. */
  pool(browserId: string): TabPool {
    const pool = this.#pools.get(browserId) ?? emptyPool;
    const now = refreshed(pool, tab => this.#isThere(browserId, tab), this.#options.now());
    this.#pools.set(browserId, now);
    return now;
  }

  /** As it was left, also with tabs that the registry does not know yet. */
  change(browserId: string, step: (pool: TabPool) => TabPool): TabPool {
    const next = step(this.#pools.get(browserId) ?? emptyPool);
    this.#pools.set(browserId, next);
    return next;
  }

  /** The agent waits for room in no browser any more, also in one that is gone or that it worked in before. */
  stopWaiting(agentId: string): void {
    for (const browserId of this.#pools.keys()) this.change(browserId, pool => withoutWaiting(pool, agentId));
  }

  /** Throws ERR_BROWSER_UNAVAILABLE when the asker has none. */
  browserId(asker: ClaudezillaAgent): string {
    const browser = this.#options.calls.browserOf(asker);
    if (browser) return browser.id;
    throw noBrowser();
  }

  /** Orphans belong to nobody who could be asked or refused; the hub closes them for the caller's request. */
  async closeOrphans(
    { request }: CommandCall,
    browserId: string,
    chosen: (tab: PooledTab) => boolean,
  ): Promise<number[]> {
    const { browsers, tabs } = this.#options;
    const done: number[] = [];
    for (const tab of this.pool(browserId).tabs.filter(chosen)) {
      if (tabs.get(browserId, tab.tabId)?.owner.kind !== 'none' || !this.#isAbandoned(tab)) continue;
      const { seq: parent, signal } = request;
      const call = { tool: 'tabs_close', args: {}, tabId: tab.tabId };
      await browsers.call(browserId, call, { parent, signal, timeoutMs: closeTimeoutMs });
      tabs.closed(browserId, tab.tabId);
      done.push(tab.tabId);
    }
    return done;
  }

  #isAbandoned(tab: PooledTab): boolean {
    const agent = tab.agentId === anonymous ? null : this.#options.agents.find(tab.agentId);
    return agent === null || this.#options.agents.isDead(agent);
  }

  /** Still the tab of the agent that opened it, or of nobody since that one left; the user may have taken it. */
  #isThere(browserId: string, { tabId, agentId }: PooledTab): boolean {
    const tab: Tab | null = this.#options.tabs.get(browserId, tabId);
    if (!tab || tab.owner.kind === 'you') return false;
    return (this.#options.agents.claimedBy(tab.owner.agentId) ?? anonymous) === agentId;
  }
}

export function noBrowser(): HubError {
  const sentence = 'No browser is connected. Ask the user to connect one in Pilothouse under Connect.';
  return new HubError('ERR_BROWSER_UNAVAILABLE', sentence);
}

export function idOf({ claimed }: ClaudezillaAgent): string {
  return claimed ?? anonymous;
}
