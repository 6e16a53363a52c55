// Tabs that pages open. Whether one belongs to an agent is for the hub to say; here is what it takes to know, and where the tab then goes.
import { maxUrlChars } from '../../contract/companion.ts';
import { isOwnGroup } from './group-titles.ts';
import { describeTab } from './tabs-report.ts';
import type { CompanionOpened } from '../../contract/schemas/companion.ts';

export interface OpenedTab {
  readonly from: number;
  readonly tabId: number;
  /** By `performance.now()`. */
  readonly at: number;
  /** Where it went first. */
  readonly url: string;
  /** Whether the hub gave it to the owner of the tab that it came from. */
  readonly isOwned: Promise<boolean>;
}

const maxKept = 200;
/** A page acts on a press in the moments after it. */
const afterwardsMs = 1_000;
/** The browser tells of a tab a little after the page has asked for it, unless it blocks it. */
const arrivesWithinMs = 500;
const arrivesAtPageMs = 2_000;
const lookEveryMs = 20;

const opened: OpenedTab[] = [];
/** Calls under way that act on a tab, and when the last of them ended. */
const acts = new Map<number, { running: number; endedAt: number }>();
/** When the page of a tab last asked for a new one. */
const announced = new Map<number, number>();
/** Who waits for the next one. */
const waiting = new Set<() => void>();
/** By window: the tab that it shows, and the one before. */
const shown = new Map<number, { now: number; before: number | undefined }>();

chrome.tabs.onActivated.addListener(({ tabId, windowId }) => {
  shown.set(windowId, { now: tabId, before: shown.get(windowId)?.now });
});
// What is in front since before this began is told by no event.
void chrome.tabs.query({ active: true }).then(tabs => {
  for (const { id, windowId } of tabs)
    if (id !== undefined && !shown.has(windowId)) shown.set(windowId, { now: id, before: undefined });
});
chrome.tabs.onRemoved.addListener(tabId => {
  acts.delete(tabId);
  announced.delete(tabId);
});
if ('debugger' in chrome)
  chrome.debugger.onEvent.addListener(({ tabId }, method) => {
    if (tabId !== undefined && method === 'Page.windowOpen') announced.set(tabId, performance.now());
  });

export interface OpenedTabsHub {
  /** Whether the hub gives a tab to the owner of the one that it came from. */
  ask(opened: CompanionOpened): Promise<boolean>;
  /** Tells it what every tab shows. */
  report(): Promise<void>;
}

export function watchOpenedTabs(hub: OpenedTabsHub): void {
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) => {
    const isOwned = settle({ from: sourceTabId, tabId, url }, hub).catch(() => false);
    opened.push({ from: sourceTabId, tabId, at: performance.now(), url, isOwned });
    if (opened.length > maxKept) opened.shift();
    for (const wake of waiting) wake();
  });
}

/** A call begins to act on the tab; it ends when the answer is called. */
export function actBegins(tabId: number): () => void {
  const act = acts.get(tabId) ?? { running: 0, endedAt: 0 };
  acts.set(tabId, act);
  act.running += 1;
  return () => {
    act.running -= 1;
    act.endedAt = performance.now();
  };
}

/** Whether the page of that tab has opened or asked for another one since then, as `performance.now()`. */
export function hasOpened(tabId: number, since: number): boolean {
  return (announced.get(tabId) ?? 0) >= since || opened.some(({ from, at }) => from === tabId && at >= since);
}

/** What came of the page of that tab since then; one that it has only asked for is waited for a little. */
export async function openedFrom(tabId: number, since: number): Promise<readonly OpenedTab[]> {
  const found = () => opened.filter(({ from, at }) => from === tabId && at >= since);
  if (found().length === 0 && (announced.get(tabId) ?? 0) >= since) await nextOpened();
  return found();
}

async function nextOpened(): Promise<void> {
  let wake = () => {};
  const came = new Promise<void>(resolve => {
    wake = resolve;
    waiting.add(wake);
  });
  await Promise.race([came, new Promise(resolve => setTimeout(resolve, arrivesWithinMs))]);
  waiting.delete(wake);
}

async function settle(
  { from, tabId, url }: Pick<OpenedTab, 'from' | 'tabId' | 'url'>,
  hub: OpenedTabsHub,
): Promise<boolean> {
  const act = acts.get(from);
  const isByAct = act !== undefined && (act.running > 0 || performance.now() - act.endedAt < afterwardsMs);
  const [source, tab] = [await chrome.tabs.get(from), await chrome.tabs.get(tabId)];
  const wasShown = isShown(source, tab);
  // Nobody can click in a page that no window shows; in the others it was the user, unless a call was about to act there.
  const isOwned =
    (isByAct || !wasShown) && (await hub.ask({ from, tab: { ...describeTab(tab), url: url.slice(0, maxUrlChars) } }));
  if (!isOwned) {
    await leaveGroup(tab);
    return false;
  }
  if (!wasShown) await giveBack(tab);
  await joinGroup(source, tab);
  // The next call is decided for what the tab shows by then.
  if (!isBlank(url)) await arrival(tabId);
  await hub.report();
  return true;
}

function isBlank(url = ''): boolean {
  return url === '' || url === 'about:blank';
}

/** Until the tab shows the page that it was opened for; not for long. */
async function arrival(tabId: number): Promise<void> {
  const until = performance.now() + arrivesAtPageMs;
  while (performance.now() < until) {
    // The empty page that it begins with counts as loaded.
    if (!isBlank((await chrome.tabs.get(tabId)).url)) return;
    await new Promise(resolve => setTimeout(resolve, lookEveryMs));
  }
}

/** Chromium puts a tab into the group of the one that it came from. */
async function leaveGroup({ id, groupId }: chrome.tabs.Tab): Promise<void> {
  if (!('tabGroups' in chrome) || id === undefined || groupId === undefined || groupId < 0) return;
  const { title = '' } = await chrome.tabGroups.get(groupId);
  if (isOwnGroup(title)) await chrome.tabs.ungroup(id);
}

/** Whether a window showed the page when it opened the tab. */
function isShown(source: chrome.tabs.Tab, tab: chrome.tabs.Tab): boolean {
  if (source.active) return true;
  const window = shown.get(source.windowId);
  // Where nobody knows what was shown before, it may have been the source.
  return tab.active && window?.now === tab.id && (window?.before ?? source.id) === source.id;
}

/** The user's window shows what it showed before. */
async function giveBack({ id, windowId }: chrome.tabs.Tab): Promise<void> {
  const window = shown.get(windowId);
  if (window?.now === id && window?.before !== undefined)
    await chrome.tabs.update(window.before, { active: true }).catch(() => {});
}

/** Beside the tab that it came from; a window of its own has no groups. */
async function joinGroup({ groupId, windowId }: chrome.tabs.Tab, tab: chrome.tabs.Tab): Promise<void> {
  if (!('group' in chrome.tabs) || tab.id === undefined || tab.windowId !== windowId) return;
  if (groupId === undefined || groupId < 0) return;
  await chrome.tabs.group({ groupId, tabIds: [tab.id] }).catch(() => {});
}
