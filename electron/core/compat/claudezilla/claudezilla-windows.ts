// What an agent of spec 000's wire is told of tabs and windows: the pool's places, its own pages, and whether a window is private.
import { HubError } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { listedTabs } from '../../../../native-host/dialects/claude/claude-tools.ts';
import { factsOf, ownOf } from '../../../../native-host/dialects/claudezilla/claudezilla-own.ts';
import { PrivateModes } from '../private-modes.ts';
import { maxPoolTabs, shown } from '../tab-pool.ts';
import { idOf } from '../tab-pool-registry.ts';
import type { ListedTab } from '../../../../native-host/dialects/claude/claude-tools.ts';
import type { TabRegistry } from '../../tabs/tab-registry.ts';
import type { TabPool } from '../tab-pool.ts';
import type { TabPoolRegistry } from '../tab-pool-registry.ts';
import type { ClaudezillaAgents } from './claudezilla-agents.ts';
import type { ClaudezillaCalls, CommandCall } from './claudezilla-calls.ts';

type Result = Record<string, unknown>;

const onConnection =
  'This holds for this connection alone, because the system does not tell which process asks; or send "private" with createWindow.';

export interface ClaudezillaWindowsOptions {
  readonly agents: ClaudezillaAgents;
  readonly calls: ClaudezillaCalls;
  readonly pools: TabPoolRegistry;
  readonly tabs: TabRegistry;
}

/** As a browser tells of it. */
interface WindowFacts {
  readonly windowId: number;
  readonly private: boolean;
  readonly focused: boolean;
  readonly tabCount: number;
}

export class ClaudezillaWindows {
  readonly #options: ClaudezillaWindowsOptions;
  readonly #modes = new PrivateModes();

  constructor(options: ClaudezillaWindowsOptions) {
    this.#options = options;
  }

  /** What the agent wants of a window that it opens; undefined where it has not said. */
  wantsPrivate(asked: CommandCall): boolean | undefined {
    return this.#modes.wanted(asked);
  }

  async mode(asked: CommandCall): Promise<Result> {
    const { tabs } = this.#poolOf(asked);
    // Without a browser nothing can be opened, and there is nothing to ask.
    if (!this.#options.calls.browserOf(asked.asker))
      return { privateWindowsAvailable: false, currentWindowMode: null, windowExists: false };
    const { privateWindowsAvailable, windows } = await this.look(
      asked,
      tabs.map(({ windowId }) => windowId),
    );
    const last = windows.find(({ windowId }) => windowId === tabs.at(-1)?.windowId);
    const isPrivate = last?.private ?? false;
    const currentWindowMode = tabs.length === 0 ? null : isPrivate ? 'private' : 'normal';
    return { privateWindowsAvailable, currentWindowMode, windowExists: tabs.length > 0 };
  }

  /** For the asker alone: in the real system one agent changes it for all. */
  setPrivateMode(asked: CommandCall): Result {
    const { enabled } = asked.wanted.arguments;
    if (typeof enabled !== 'boolean') throw new HubError('ERR_INVALID_ARGUMENTS', 'enabled (boolean) is required');
    const holds = this.#modes.set(asked, enabled);
    const said = enabled
      ? 'Private mode enabled. New windows will be incognito.'
      : 'Private mode disabled. New windows will use regular browsing with persistent cookies.';
    return { privateMode: enabled, message: holds === 'process' ? said : `${said} ${onConnection}` };
  }

  /** Everybody sees who has places in the pool; which pages are in them is their owners' business. */
  async tabs(asked: CommandCall): Promise<Result> {
    const readable = await this.#readable(asked);
    const { tabs } = this.#poolOf(asked);
    const common = { tabCount: tabs.length, maxTabs: maxPoolTabs };
    if (tabs.length === 0) return { tabs: [], ...common, message: 'No Claudezilla window active' };
    const browserId = this.#browserId(asked);
    const listed = tabs.map(({ tabId, agentId }) => {
      const active = this.#options.tabs.get(browserId, tabId)?.active ?? false;
      return { tabId, ...pageOf(readable, tabId), active, ownerId: shown(agentId, idOf(asked.asker)) };
    });
    return { windowId: tabs[0]?.windowId, tabs: listed, ...common };
  }

  /** The asker's own tab that its window shows, else the one that it used last, which is none of those in sight; null where it has none. */
  async activeTab(asked: CommandCall): Promise<Result | null> {
    const readable = await this.#readable(asked);
    const { asker } = asked;
    const browserId = this.#browserId(asked);
    const own = this.#options.tabs.ownedBy(asker.agentId).filter(tab => tab.browserId === browserId);
    const used = this.#options.tabs.lastUsed(asker.agentId, browserId);
    const tab = used?.active ? used : (own.find(({ active }) => active) ?? used);
    return tab ? { tabId: tab.tabId, ...pageOf(readable, tab.tabId), active: tab.active } : null;
  }

  /** Only the windows in which the pool has tabs: the user's others are none of an agent's business. */
  async windows(asked: CommandCall): Promise<readonly WindowFacts[]> {
    const ids = [...new Set(this.#poolOf(asked).tabs.map(({ windowId }) => windowId))];
    return (await this.look(asked, ids)).windows;
  }

  /** Some commands name a window and take no tab: a tab of the asker's own in it, best the one that it shows. Throws where it has none there. */
  tabOfWindow(asked: CommandCall, { windowId, tabId: named }: Result): { tabId?: number } {
    const { asker } = asked;
    const isMeant = typeof windowId === 'number' && named === undefined;
    if (!isMeant) return {};
    const own = this.#poolOf(asked).tabs.filter(tab => tab.windowId === windowId && tab.agentId === idOf(asker));
    const browserId = this.#browserId(asked);
    const shownTab = own.find(({ tabId }) => this.#options.tabs.get(browserId, tabId)?.active);
    const tab = shownTab ?? own.at(-1);
    if (tab) return { tabId: tab.tabId };
    throw new HubError(
      'ERR_INVALID_ARGUMENTS',
      `You have no tab in window ${windowId}; send the windowId that firefox_create_window answered with, or none.`,
    );
  }

  /** What the browser says of these windows, and of private ones. Goes through the gates as every reading of tabs does. */
  async look(
    asked: CommandCall,
    windowIds: readonly number[],
  ): Promise<{ windows: readonly WindowFacts[]; privateWindowsAvailable: boolean }> {
    const { calls } = this.#options;
    const ask = (command: string) => calls.call(asked, 'tabs_context', {}, { own: { command, params: { windowIds } } });
    const result = await ask('getWindows');
    const own = ownOf(result);
    const told = own ?? factsOf(result) ?? {};
    const mode = own ? ownOf(await ask('getWindowMode')) : told;
    const known = new Set(windowIds);
    const windows = windowsIn(told.windows).filter(({ windowId }) => known.has(windowId));
    return { windows, privateWindowsAvailable: mode?.privateWindowsAvailable === true };
  }

  /** These are the asker's own tabs, as every agent is told of its own. */
  async #readable(asked: CommandCall): Promise<readonly ListedTab[]> {
    const { content } = await this.#options.calls.call(asked, 'tabs_context', {});
    return listedTabs(content) ?? [];
  }

  #poolOf(asked: CommandCall): TabPool {
    return this.#options.pools.pool(this.#browserId(asked));
  }

  #browserId({ asker }: CommandCall): string {
    return this.#options.calls.browserOf(asker)?.id ?? '';
  }
}

function pageOf(tabs: readonly ListedTab[], wanted: number): { url: string; title: string } {
  const { url = '', title = '' } = tabs.find(({ tabId }) => tabId === wanted) ?? {};
  return { url, title };
}

function windowsIn(value: unknown): WindowFacts[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isRecord)
    .flatMap(({ windowId, private: isPrivate, focused, tabCount }) =>
      typeof windowId === 'number'
        ? [{ windowId, private: isPrivate === true, focused: focused === true, tabCount: Number(tabCount) }]
        : [],
    );
}
