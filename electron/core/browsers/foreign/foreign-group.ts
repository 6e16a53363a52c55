// The tabs that an extension of spec 001 keeps for agents: listed when asked, and opened so that it is proven which one a call made.
import { createdTab, listedTabs } from '../../../../native-host/dialects/claude/claude-tools.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { ReportedTab } from '../../../../contract/schemas/companion.ts';
import type { ToolResult } from '../../../../contract/schemas/messages.ts';
import type { ListedTab } from '../../../../native-host/dialects/claude/claude-tools.ts';
import type { CallResult } from '../browser-link.ts';

/** Asks the extension within the turn of a call; `leastMs` is there for it however much of the call's time is over. */
export type Ask = (
  tool: string,
  args: Record<string, unknown>,
  tabId?: number,
  leastMs?: number,
) => Promise<ToolResult>;

interface Listing {
  readonly result: ToolResult;
  /** Null when the answer lists none. */
  readonly tabs: readonly ListedTab[] | null;
}

export interface GroupEvents {
  /** Every tab, after each list. */
  onTabs(tabs: readonly ReportedTab[]): void;
  /** A call made that tab. */
  onOpened(tab: ReportedTab): void;
}

export class ForeignGroup {
  readonly #events: GroupEvents;
  /** Once it has named a new tab it names all of them, and no list is needed to tell which it is. */
  #namesNewTabs = false;

  constructor(events: GroupEvents) {
    this.#events = events;
  }

  async list(ask: Ask, args: Record<string, unknown> = {}, leastMs?: number): Promise<Listing> {
    const result = await ask('tabs_context', args, undefined, leastMs);
    const tabs = result.isError ? null : listedTabs(result.content);
    if (tabs) this.#events.onTabs(tabs.map(reported));
    return { result, tabs };
  }

  /** `createIfEmpty` gives an asker without tabs one that this very call made, and never one that was there before. */
  async context({ tabIds, createIfEmpty, ...args }: Record<string, unknown>, ask: Ask): Promise<CallResult> {
    const hasNone = !Array.isArray(tabIds) || tabIds.length === 0;
    if (createIfEmpty !== true || !hasNone) return contextOf(await this.list(ask, args), null);
    const before = await this.list(ask);
    if (before.tabs && before.tabs.length > 0) {
      const { result, tab } = await this.#open({}, ask);
      return result.isError ? result : contextOf(await this.list(ask, args), tab);
    }
    const after = await this.list(ask, { ...args, createIfEmpty: true });
    const [only, ...others] = after.tabs ?? [];
    // A list that failed proves no emptiness; then it has to be a tab in which nothing was opened yet.
    const isMade = only && others.length === 0 && (!before.result.isError || isBlank(only.url));
    if (isMade) this.#events.onOpened(reported(only));
    return contextOf(after, isMade ? only : null);
  }

  /** A tab with an address is opened in two steps, because the wire has no such call; of its page only the address is told. */
  async create({ url, ...args }: Record<string, unknown>, ask: Ask): Promise<CallResult> {
    const { result, tab } = await this.#open(args, ask);
    if (result.isError || !tab) return result;
    if (typeof url !== 'string') return { ...result, tab: reported(tab) };
    const opened = await ask('navigate', { url }, tab.tabId);
    const { tabs } = await this.list(ask);
    const there = tabs?.find(({ tabId }) => tabId === tab.tabId) ?? tab;
    const words = opened.isError
      ? opened.content
      : [{ type: 'text', text: `Opened ${url}; its address is ${there.url || url}.` }];
    return { ...result, content: [...result.content, ...words], tab: reported(there) };
  }

  /** The tab is null where it cannot be told which one the call made. */
  async #open(args: Record<string, unknown>, ask: Ask): Promise<{ result: ToolResult; tab: ListedTab | null }> {
    const before = this.#namesNewTabs ? null : (await this.list(ask)).tabs;
    const result = await ask('tabs_create', args);
    if (result.isError) return { result, tab: null };
    const named = createdTab(result.content);
    if (named) this.#namesNewTabs = true;
    const tab = named ?? onlyNew(before ?? [], (await this.list(ask)).tabs ?? []);
    if (tab) this.#events.onOpened(reported(tab));
    return { result, tab };
  }
}

function contextOf({ result, tabs }: Listing, made: ListedTab | null): CallResult {
  if (!tabs) return expectNoList(result);
  return { ...result, tabs: tabs.map(reported), ...(made && { tab: reported(made) }) };
}

/** Throws ERR_TOOL_FAILED for a list that cannot be read: it is of all agents' tabs. */
function expectNoList(result: ToolResult): ToolResult {
  if (result.isError || !result.content.some(({ text }) => /availableTabs|tab ?id/i.test(String(text)))) return result;
  throw hubError('ERR_TOOL_FAILED', { kind: 'tab-list-unreadable' });
}

function onlyNew(before: readonly ListedTab[], after: readonly ListedTab[]): ListedTab | null {
  const known = new Set(before.map(({ tabId }) => tabId));
  const [tab = null, ...others] = after.filter(({ tabId }) => !known.has(tabId));
  return others.length === 0 ? tab : null;
}

/** What browsers show in a tab in which nothing was opened. */
export function isBlank(url: string): boolean {
  return /^(about:(blank|newtab)|[a-z]+:\/\/(newtab|new-tab-page|startpage)\/?)?$/i.test(url);
}

function reported({ tabId, title, url }: ListedTab): ReportedTab {
  return { tabId, windowId: 0, title, url, active: false };
}
