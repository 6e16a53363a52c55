// What agents ask of the tab pool beside opening: closing, waiting for space, giving it, leaving, cleaning up.
import { HubError } from '../../../../contract/errors.ts';
import { tabIdOf } from '../../../../native-host/dialects/claudezilla/claudezilla-arguments.ts';
import { closed, maxPoolTabs, planGrant, requestSpace, shown, slotRequests } from '../tab-pool.ts';
import { idOf } from '../tab-pool-registry.ts';
import type { PooledTab } from '../tab-pool.ts';
import type { ClaudezillaAgent } from './claudezilla-agents.ts';
import type { CommandCall } from './claudezilla-calls.ts';
import type { ClaudezillaParts } from './claudezilla-opening.ts';

type Result = Record<string, unknown>;

export class ClaudezillaTabCommands {
  readonly #options: ClaudezillaParts;

  constructor(options: ClaudezillaParts) {
    this.#options = options;
  }

  async closeTab(asked: CommandCall): Promise<Result> {
    const { asker, wanted } = asked;
    const tabId = tabIdOf(wanted.arguments);
    if (tabId === null) throw new HubError('ERR_INVALID_ARGUMENTS', 'tabId is required');
    const browserId = this.#options.pools.browserId(asker);
    const to = await this.#close(asked, browserId, tabId, true);
    const { length } = this.#options.pools.pool(browserId).tabs;
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
  async closeWindow(asked: CommandCall): Promise<Result> {
    const browserId = this.#options.pools.browserId(asked.asker);
    const { tabs } = this.#options.pools.pool(browserId);
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

  requestTabSpace({ asker }: CommandCall): Result {
    const browserId = this.#options.pools.browserId(asker);
    const { pool, result } = requestSpace(this.#options.pools.pool(browserId), expectId(asker), this.#options.now());
    this.#options.pools.change(browserId, () => pool);
    return result;
  }

  getSlotRequests({ asker }: CommandCall): Result {
    return slotRequests(
      this.#options.pools.pool(this.#options.pools.browserId(asker)),
      expectId(asker),
      this.#options.now(),
    );
  }

  async grantTabSpace(asked: CommandCall): Promise<Result> {
    const { asker } = asked;
    const browserId = this.#options.pools.browserId(asker);
    const plan = planGrant(this.#options.pools.pool(browserId), expectId(asker));
    if ('error' in plan) throw new HubError('ERR_INVALID_ARGUMENTS', plan.error);
    if ('nobody' in plan) return { granted: false, message: 'No agents waiting for tab space. Your tabs are safe.' };
    const { tabId } = plan.tab;
    const to = await this.#close(asked, browserId, tabId, true);
    const { tabs, requests } = this.#options.pools.pool(browserId);
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
  async goodbye(asked: CommandCall, leaving: ClaudezillaAgent): Promise<Result> {
    const closedTabIds: number[] = [];
    const browserId = this.#options.pools.browserId(leaving);
    for (const { tabId } of this.#own(browserId, leaving)) {
      const done = await this.#close({ ...asked, asker: leaving }, browserId, tabId, false).then(
        () => true,
        () => false,
      );
      if (done) closedTabIds.push(tabId);
    }
    this.#options.pools.stopWaiting(idOf(leaving));
    return this.#ended(browserId, leaving, closedTabIds, count =>
      count === 0 ? 'Agent had no tabs to clean up' : `Session ended. Closed ${count} tab(s).`,
    );
  }

  /** Closes what an agent left behind whose process has ended. The tabs of a living one are never touched. */
  async cleanUp(asked: CommandCall, victim: ClaudezillaAgent | null): Promise<Result> {
    if (!victim) return { tabsClosed: 0, message: 'No tabs found for this agent' };
    if (!this.#options.agents.isDead(victim)) {
      const process = victim.pid === null ? '' : ` (process ${victim.pid})`;
      return { tabsClosed: 0, message: `Agent ${shown(idOf(victim), null)} is alive${process}; nothing was closed.` };
    }
    this.#options.agents.leave(victim, { kind: 'process-ended', pid: null });
    const browserId = this.#options.pools.browserId(victim);
    const closedTabIds = await this.#options.pools.closeOrphans(asked, browserId, tab => tab.agentId === idOf(victim));
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
      tabCount: this.#options.pools.pool(browserId).tabs.length,
      maxTabs: maxPoolTabs,
      message: message(ids.length),
    };
  }

  /** Through the gates, as the asker's own call. With `handOn` the place goes to whoever waits. */
  async #close(asked: CommandCall, browserId: string, tabId: number, handOn: boolean): Promise<string | null> {
    await this.#options.calls.call(asked, 'tabs_close', { tabId });
    let handedTo: string | null = null;
    this.#options.pools.change(browserId, before => {
      const { pool, to } = closed(before, tabId, handOn, this.#options.now());
      handedTo = to;
      return pool;
    });
    return handedTo;
  }

  #own(browserId: string, agent: ClaudezillaAgent): readonly PooledTab[] {
    return this.#options.pools.pool(browserId).tabs.filter(({ agentId }) => agentId === idOf(agent));
  }
}

function expectId({ claimed }: ClaudezillaAgent): string {
  if (claimed !== null) return claimed;
  throw new HubError('ERR_INVALID_ARGUMENTS', 'agentId is required');
}
