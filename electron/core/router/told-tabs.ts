// Tabs as the asker of a call may be told of them: its own, with the titles that it may read, and the browser where it may think of another one.
import { withTabContext } from '../../../native-host/dialects/claude/claude-tab-context.ts';
import { listedTabs, withBrowser, withListedTabs } from '../../../native-host/dialects/claude/claude-tools.ts';
import { nameOf } from '../browsers/browser-names.ts';
import { foreignExtension } from '../browsers/foreign/foreign-extensions.ts';
import { learnTabs } from '../browsers/foreign/foreign-tabs.ts';
import type { Browser, Tab } from '../../../contract/schemas/entities.ts';
import type { Block, ListedTab } from '../../../native-host/dialects/claude/claude-tools.ts';
import type { CallResult } from '../browsers/browser-link.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { Permit } from './permit.ts';

/** What the asker reads of the result. */
export function shownContent(
  tabs: TabRegistry,
  { call, hidesPage }: Permit,
  browser: Browser,
  result: CallResult,
): Block[] {
  const { agent, tool } = call;
  const isList = tool === 'tabs_context';
  const listed =
    isAgents(call) && isList && result.tabs ? learnTabs(tabs, agent.id, browser.id, result) : result.content;
  const shown = isList ? withoutTitles(listed, hidesPage) : listed;
  const addsTabs = isAgents(call) && foreignExtension(browser.extensionId)?.wire === 'claude-frames';
  return addsTabs ? withTabContext(shown, withoutHidden(ownTabs(tabs, agent.id, browser.id), hidesPage)) : shown;
}

/** A list of tabs says in which browser they are where its agent may think of another one. */
export function inBrowser(
  browsers: Pick<BrowserRegistry, 'connected'>,
  { agent, tool }: GatedCall,
  browser: Browser,
  content: Block[],
): Block[] {
  if (tool !== 'tabs_context') return content;
  if (!agent.moved && browsers.connected().length < 2) return content;
  return withBrowser(content, nameOf(browser));
}

/** A tab that the user opens is the user's, as every tab that nobody claims. */
export function isAgents(call: GatedCall): boolean {
  return call.byUser === undefined;
}

/** The title of a page that its asker may not read stays out of a list of tabs. */
function withoutTitles(content: Block[], hidesPage: Permit['hidesPage']): Block[] {
  const tabs = listedTabs(content) ?? [];
  if (!tabs.some(hidesPage)) return content;
  return withListedTabs(content, withoutHidden(tabs, hidesPage));
}

/** All that the agent owns there. */
export function ownList(tabs: TabRegistry, { call, hidesPage }: Permit, browser: Browser): Block {
  const own = withoutHidden(ownTabs(tabs, call.agent.id, browser.id), hidesPage);
  const availableTabs = own.map(({ tabId, title, url }) => ({ tabId, title, url }));
  return { type: 'text', text: JSON.stringify({ availableTabs }) };
}

export function ownTabs(tabs: TabRegistry, agentId: string, browserId: string): Tab[] {
  return tabs.ownedBy(agentId).filter(tab => tab.browserId === browserId);
}

function withoutHidden<T extends ListedTab>(tabs: readonly T[], hidesPage: Permit['hidesPage']): T[] {
  return tabs.map(tab => (hidesPage(tab) ? { ...tab, title: '' } : tab));
}
