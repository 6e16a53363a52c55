// Opening a tab in the pool: into a free or reserved place, that of an orphan, or that of the asker's own oldest tab.
import { HubError } from '../../../../contract/errors.ts';
import { createdTab } from '../../../../native-host/dialects/claude/claude-tools.ts';
import { expectAllowedScheme } from '../../../../native-host/dialects/claudezilla/claudezilla-arguments.ts';
import { jsonOf } from '../../../../native-host/dialects/claudezilla/claudezilla-results.ts';
import { inItsNames } from '../../../../native-host/dialects/claudezilla/claudezilla-words.ts';
import { metSurprise } from '../../tools/surprise.ts';
import { abandoned, maxPoolTabs, opened, planOpening, restored } from '../tab-pool.ts';
import { idOf } from '../tab-pool-registry.ts';
import type { ToolResult } from '../../../../contract/schemas/messages.ts';
import type { CallBounds } from '../../agents/agent-wire.ts';
import type { PooledTab } from '../tab-pool.ts';
import type { TabPoolRegistry } from '../tab-pool-registry.ts';
import type { ClaudezillaAgents } from './claudezilla-agents.ts';
import type { ClaudezillaCalls, CommandCall } from './claudezilla-calls.ts';
import type { ClaudezillaWindows } from './claudezilla-windows.ts';

/** What all its commands go by. */
export interface ClaudezillaParts {
  readonly agents: ClaudezillaAgents;
  readonly calls: ClaudezillaCalls;
  readonly pools: TabPoolRegistry;
  readonly now: () => number;
}

export interface ClaudezillaOpeningOptions extends ClaudezillaParts {
  readonly windows: ClaudezillaWindows;
}

const fallback = 'Private window unavailable';

export class ClaudezillaOpening {
  readonly #options: ClaudezillaOpeningOptions;

  constructor(options: ClaudezillaOpeningOptions) {
    this.#options = options;
  }

  async createWindow(asked: CommandCall): Promise<Record<string, unknown>> {
    const { asker, wanted } = asked;
    const { pools } = this.#options;
    const { url, private: asks, ...more } = wanted.arguments;
    expectAllowedScheme(url);
    const kind = await this.#kindFor(asked, asks);
    const browserId = pools.browserId(asker);
    const before = new Set(pools.pool(browserId).tabs.map(({ windowId }) => windowId));
    const evicted = await this.#makeRoom(asked, browserId);
    const address = typeof url === 'string' && url !== '' ? { url } : {};
    const { tab, count, result } = await this.#open(asked, browserId, { ...address, ...kind.args });
    const ignored = Object.keys(more);
    const { note } = jsonOf(result);
    const news = metSurprise(result) && typeof note === 'string' ? ` ${inItsNames(note)}` : '';
    return {
      windowId: tab.windowId,
      tabId: tab.tabId,
      ownerId: idOf(asker),
      tabCount: count,
      maxTabs: maxPoolTabs,
      isNewWindow: !before.has(tab.windowId),
      isPrivate: jsonOf(result).private === true,
      privateFallback: kind.warning !== null,
      closedOldestTab: evicted,
      message: `Tab ${count}/${maxPoolTabs}${evicted === null ? '' : ' (closed oldest)'}${news && `.${news}`}`,
      ...(kind.warning !== null && { modeWarning: kind.warning }),
      ...(ignored.length > 0 && { ignored }),
    };
  }

  /** Where no private window can be opened a usual one is, with a warning, as the real system does it. */
  async #kindFor(asked: CommandCall, asks: unknown): Promise<{ args: { private?: boolean }; warning: string | null }> {
    const { calls, windows } = this.#options;
    const wants = typeof asks === 'boolean' ? asks : windows.wantsPrivate(asked);
    // Its extension has a setting of its own for who asks for neither, and refuses a usual one by name beside a private one.
    if (calls.speaksOwn(asked.asker)) {
      const isNamed = typeof asks === 'boolean' || wants === true;
      return { args: isNamed ? { private: wants } : {}, warning: null };
    }
    if (wants !== true) return { args: {}, warning: null };
    const { privateWindowsAvailable } = await windows.look(asked, []);
    if (privateWindowsAvailable) return { args: { private: true }, warning: null };
    const kind = calls.browserKind(asked.asker);
    return { args: {}, warning: `${fallback} in ${kind}; a usual one was opened. Browsing data will persist.` };
  }

  /** The same by the name of the tool. Its answer is the tool's, and tells of a tab that was closed for it. */
  async openNamed(asked: CommandCall, args: Record<string, unknown>, bounds?: CallBounds): Promise<ToolResult> {
    const kind = await this.#kindFor(asked, args.private);
    const browserId = this.#options.pools.browserId(asked.asker);
    const evicted = await this.#makeRoom(asked, browserId);
    const { result } = await this.#open(asked, browserId, { ...args, ...kind.args }, bounds);
    const closed = `Your oldest tab, ${evicted}, was closed for it: the pool has ${maxPoolTabs} places.`;
    const told = [...(evicted === null ? [] : [closed]), ...(kind.warning === null ? [] : [kind.warning])];
    return { ...result, content: [...result.content, ...told.map(text => ({ type: 'text', text }))] };
  }

  async #open(
    asked: CommandCall,
    browserId: string,
    args: Record<string, unknown>,
    bounds?: CallBounds,
  ): Promise<{ tab: PooledTab; count: number; result: ToolResult }> {
    const { calls, pools } = this.#options;
    const agentId = idOf(asked.asker);
    try {
      const result = await calls.call(asked, 'tabs_create', args, bounds);
      const made = createdTab(result.content);
      if (!made)
        throw new HubError('ERR_TOOL_FAILED', 'A tab was opened and the browser did not say which; look at it.');
      const tab = { tabId: made.tabId, windowId: Number(jsonOf(result).windowId ?? -1), agentId };
      return { tab, count: pools.change(browserId, pool => opened(pool, tab)).tabs.length, result };
    } catch (error) {
      pools.change(browserId, pool => abandoned(pool, agentId));
      throw error;
    }
  }

  /** Takes a place for one more tab; the id of the tab that closed for it, or null. Throws POOL_FULL as the real system words it. */
  async #makeRoom(asked: CommandCall, browserId: string): Promise<number | null> {
    const { agents, calls, pools, now } = this.#options;
    const plan = () => planOpening(pools.pool(browserId), idOf(asked.asker), now());
    let planned = plan();
    if (planned.kind === 'full' || planned.evict) {
      agents.sweep();
      await pools.closeOrphans(asked, browserId, () => true);
      planned = plan();
    }
    if (planned.kind === 'full') {
      const { details } = planned;
      throw new HubError('ERR_RATE_LIMITED', String(details.message), { details });
    }
    const { evict, pool: taken } = planned;
    pools.change(browserId, () => taken);
    if (!evict) return null;
    try {
      await calls.call(asked, 'tabs_close', { tabId: evict.tabId });
      return evict.tabId;
    } catch (error) {
      pools.change(browserId, pool => restored(pool, evict));
      throw error;
    }
  }
}
