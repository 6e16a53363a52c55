// The tab pool at work: the pure pool's plans carried out in the browser, its tabs kept in step with the tab registry.
import { HubError } from '../../contract/errors.ts';
import { expectAllowedScheme, tabIdOf } from '../../../native-host/dialects/claudezilla-arguments.ts';
import { createdTab } from '../../../native-host/dialects/claude-tools.ts';
import { jsonOf } from '../../../native-host/dialects/claudezilla-results.ts';
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
  shown,
  slotRequests,
  withoutWaiting,
} from './claudezilla-pool.ts';
import type { Tab } from '../../contract/entities.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { ClaudezillaAgent, ClaudezillaAgents } from './claudezilla-agents.ts';
import type { Asked, ClaudezillaCalls } from './claudezilla-calls.ts';
import type { Pool, PoolTab } from './claudezilla-pool.ts';

type Result = Record<string, unknown>;

export interface ClaudezillaTabsOptions {
  readonly agents: ClaudezillaAgents;
  readonly calls: ClaudezillaCalls;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
  readonly now: () => number;
}

/** Tabs that were opened without an agent id. */
const anonymous = 'unknown';
const closeTimeoutMs = 10_000;
const fallback = 'Private window unavailable: Pilothouse opens no private windows. Browsing data will persist.';

export class ClaudezillaTabs {
  readonly #options: ClaudezillaTabsOptions;
  readonly #pools = new Map<string, Pool>();

  constructor(options: ClaudezillaTabsOptions) {
    this.#options = options;
  }

  /** The pool of the asker's browser, without what is no tab of it any more. */
  pool(browserId: string): Pool {
    const pool = this.#pools.get(browserId) ?? emptyPool;
    const now = refreshed(pool, tab => this.#isThere(browserId, tab), this.#options.now());
    this.#pools.set(browserId, now);
    return now;
  }

  async createWindow(asked: Asked): Promise<Result> {
    const { asker, wanted } = asked;
    const { url, private: wantsPrivate } = wanted.arguments;
    expectAllowedScheme(url);
    const browserId = this.#browserId(asker);
    const before = this.pool(browserId);
    if (wantsPrivate === true && before.tabs.length > 0) throw modeMismatch();
    const evicted = await this.#makeRoom(asked, browserId);
    const args = typeof url === 'string' && url !== '' ? { url } : {};
    try {
      const result = await this.#options.calls.call(asked, 'tabs_create', args);
      const made = createdTab(result.content);
      if (!made)
        throw new HubError('ERR_TOOL_FAILED', 'A tab was opened and the browser did not say which; look at it.');
      const tab = { tabId: made.tabId, windowId: Number(jsonOf(result).windowId ?? -1), agentId: idOf(asker) };
      this.#pools.set(browserId, opened(this.#pools.get(browserId) ?? emptyPool, tab));
    } catch (error) {
      this.#pools.set(browserId, abandoned(this.#pools.get(browserId) ?? emptyPool, idOf(asker)));
      throw error;
    }
    const { tabs } = this.#pools.get(browserId) ?? emptyPool;
    const own = tabs.findLast(({ agentId }) => agentId === idOf(asker));
    return {
      windowId: own?.windowId,
      tabId: own?.tabId,
      ownerId: idOf(asker),
      tabCount: tabs.length,
      maxTabs: maxPoolTabs,
      isNewWindow: before.tabs.length === 0,
      isPrivate: false,
      privateFallback: wantsPrivate === true,
      closedOldestTab: evicted,
      message: `Tab ${tabs.length}/${maxPoolTabs}${evicted === null ? '' : ' (closed oldest)'}`,
      ...(wantsPrivate === true ? { modeWarning: fallback } : {}),
    };
  }

  async closeTab(asked: Asked): Promise<Result> {
    const { asker, wanted } = asked;
    const tabId = tabIdOf(wanted.arguments);
    if (tabId === null) throw new HubError('ERR_INVALID_ARGUMENTS', 'tabId is required');
    const browserId = this.#browserId(asker);
    const to = await this.#close(asked, browserId, tabId, true);
    const { length } = this.pool(browserId).tabs;
    return {
      closed: true,
      tabId,
      tabCount: length,
      maxTabs: maxPoolTabs,
      message: `Tab closed. ${length}/${maxPoolTabs} tabs remaining.`,
      slotFreed: to === null ? null : shown(to, asker.claimed),
      reservationCreated: to !== null,
    };
  }

  /** Closes the asker's own tabs. Refused while other agents have theirs in it, also when all belong to one of them. */
  async closeWindow(asked: Asked): Promise<Result> {
    const browserId = this.#browserId(asked.asker);
    const { tabs } = this.pool(browserId);
    if (tabs.length === 0) throw new HubError('ERR_INVALID_ARGUMENTS', 'No Claudezilla window to close');
    const others = new Set(tabs.map(({ agentId }) => agentId).filter(id => id !== idOf(asked.asker)));
    if (others.size > 0) {
      const names = [...others].map(id => shown(id, null)).join(', ');
      throw new HubError(
        'ERR_NOT_OWNER',
        `OWNERSHIP: Cannot close window - other agents have tabs open: ${names}. Use firefox_close_tab to close your own tabs.`,
      );
    }
    for (const { tabId } of tabs) await this.#close(asked, browserId, tabId, false);
    return { closed: true, windowId: tabs[0]?.windowId, tabsClosed: tabs.length };
  }

  requestTabSpace({ asker }: Asked): Result {
    const browserId = this.#browserId(asker);
    const { pool, result } = requestSpace(this.pool(browserId), expectId(asker), this.#options.now());
    this.#pools.set(browserId, pool);
    return result;
  }

  getSlotRequests({ asker }: Asked): Result {
    return slotRequests(this.pool(this.#browserId(asker)), expectId(asker), this.#options.now());
  }

  async grantTabSpace(asked: Asked): Promise<Result> {
    const { asker } = asked;
    const browserId = this.#browserId(asker);
    const plan = planGrant(this.pool(browserId), expectId(asker));
    if ('error' in plan) throw new HubError('ERR_INVALID_ARGUMENTS', plan.error);
    if ('nobody' in plan) return { granted: false, message: 'No agents waiting for tab space. Your tabs are safe.' };
    const { tabId } = plan.tab;
    const to = await this.#close(asked, browserId, tabId, true);
    const { tabs, requests } = this.pool(browserId);
    return {
      granted: true,
      closedTabId: tabId,
      grantedTo: to === null ? null : shown(to, null),
      tabCount: tabs.length,
      maxTabs: maxPoolTabs,
      pendingRequests: requests.length,
      reservationCreated: to !== null,
      message: `Released tab ${tabId}. Slot granted to waiting agent.`,
    };
  }

  /** The agent ends: its own tabs close where it may close them; what it waited for is forgotten. */
  async goodbye(asked: Asked, leaving: ClaudezillaAgent): Promise<Result> {
    const closedTabIds: number[] = [];
    const browserId = this.#browserId(leaving);
    for (const { tabId } of this.#own(browserId, leaving)) {
      const done = await this.#close({ ...asked, asker: leaving }, browserId, tabId, false).then(
        () => true,
        () => false,
      );
      if (done) closedTabIds.push(tabId);
    }
    this.#pools.set(browserId, withoutWaiting(this.pool(browserId), idOf(leaving)));
    return this.#ended(browserId, leaving, closedTabIds, count =>
      count === 0 ? 'Agent had no tabs to clean up' : `Session ended. Closed ${count} tab(s).`,
    );
  }

  /** Closes what an agent left behind whose process has ended. The tabs of a living one are never touched. */
  async cleanUp(asked: Asked, victim: ClaudezillaAgent | null): Promise<Result> {
    if (!victim) return { tabsClosed: 0, message: 'No tabs found for this agent' };
    if (!this.#options.agents.isDead(victim)) {
      const process = victim.pid === null ? '' : ` (process ${victim.pid})`;
      return { tabsClosed: 0, message: `Agent ${shown(idOf(victim), null)} is alive${process}; nothing was closed.` };
    }
    this.#options.agents.leave(victim, 'Its process has ended.');
    const browserId = this.#browserId(victim);
    const closedTabIds = await this.#closeOrphans(asked, browserId, tab => tab.agentId === idOf(victim));
    return this.#ended(
      browserId,
      victim,
      closedTabIds,
      count => `Cleaned up ${count} orphaned tab(s) from agent ${shown(idOf(victim), null)}`,
    );
  }

  #ended(browserId: string, agent: ClaudezillaAgent, ids: number[], message: (count: number) => string): Result {
    return {
      tabsClosed: ids.length,
      closedTabIds: ids,
      agentId: shown(idOf(agent), null),
      tabCount: this.pool(browserId).tabs.length,
      maxTabs: maxPoolTabs,
      message: message(ids.length),
    };
  }

  /** Takes a place for one more tab; the id of the tab that closed for it, or null. Throws POOL_FULL as the real system words it. */
  async #makeRoom(asked: Asked, browserId: string): Promise<number | null> {
    const plan = () => planOpening(this.pool(browserId), idOf(asked.asker), this.#options.now());
    let planned = plan();
    if (planned.kind === 'full' || planned.evict) {
      this.#options.agents.sweep();
      await this.#closeOrphans(asked, browserId, () => true);
      planned = plan();
    }
    if (planned.kind === 'full') {
      const { details } = planned;
      throw new HubError('ERR_RATE_LIMITED', String(details.message), { details });
    }
    this.#pools.set(browserId, planned.pool);
    const { evict } = planned;
    if (!evict) return null;
    try {
      await this.#options.calls.call(asked, 'tabs_close', { tabId: evict.tabId });
      return evict.tabId;
    } catch (error) {
      this.#pools.set(browserId, restored(this.#pools.get(browserId) ?? emptyPool, evict));
      throw error;
    }
  }

  /** Through the gates, as the asker's own call. With `handOn` the place goes to whoever waits. */
  async #close(asked: Asked, browserId: string, tabId: number, handOn: boolean): Promise<string | null> {
    await this.#options.calls.call(asked, 'tabs_close', { tabId });
    const { pool, to } = closed(this.#pools.get(browserId) ?? emptyPool, tabId, handOn, this.#options.now());
    this.#pools.set(browserId, pool);
    return to;
  }

  /** Orphans belong to nobody who could be asked or refused; the hub closes them for the caller's request. */
  async #closeOrphans({ request }: Asked, browserId: string, chosen: (tab: PoolTab) => boolean): Promise<number[]> {
    const { browsers, tabs } = this.#options;
    const done: number[] = [];
    for (const tab of this.pool(browserId).tabs.filter(chosen)) {
      if (tabs.get(browserId, tab.tabId)?.owner.kind !== 'none' || !this.#isAbandoned(tab)) continue;
      const { seq: parent, signal } = request;
      const call = { tool: 'tabs_close', args: {}, tabId: tab.tabId };
      await browsers.link(browserId).call(call, { parent, signal, timeoutMs: closeTimeoutMs });
      tabs.closed(browserId, tab.tabId);
      done.push(tab.tabId);
    }
    return done;
  }

  #isAbandoned(tab: PoolTab): boolean {
    const agent = tab.agentId === anonymous ? null : this.#options.agents.find(tab.agentId);
    return agent === null || this.#options.agents.isDead(agent);
  }

  #own(browserId: string, agent: ClaudezillaAgent): readonly PoolTab[] {
    return this.pool(browserId).tabs.filter(({ agentId }) => agentId === idOf(agent));
  }

  /** Still the tab of the agent that opened it, or of nobody since that one left; the user may have taken it. */
  #isThere(browserId: string, { tabId, agentId }: PoolTab): boolean {
    const tab: Tab | null = this.#options.tabs.get(browserId, tabId);
    if (!tab || tab.owner.kind === 'you') return false;
    return (this.#options.agents.claimedBy(tab.owner.agentId) ?? anonymous) === agentId;
  }

  #browserId(asker: ClaudezillaAgent): string {
    const browser = this.#options.calls.browserOf(asker);
    if (browser) return browser.id;
    throw new HubError(
      'ERR_BROWSER_UNAVAILABLE',
      'No browser is connected. Ask the user to connect one in Pilothouse under Connect.',
    );
  }
}

export function idOf({ claimed }: ClaudezillaAgent): string {
  return claimed ?? anonymous;
}

function expectId({ claimed }: ClaudezillaAgent): string {
  if (claimed !== null) return claimed;
  throw new HubError('ERR_INVALID_ARGUMENTS', 'agentId is required');
}

function modeMismatch(): HubError {
  const message = 'Requested private mode, but existing window is non-private.';
  return new HubError('ERR_INVALID_ARGUMENTS', message, {
    details: {
      code: 'MODE_MISMATCH',
      message,
      currentMode: 'normal',
      requestedMode: 'private',
      hint: 'Omit the private parameter to use the current window.',
    },
  });
}
