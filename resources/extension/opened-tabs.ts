// Tabs that pages open. Whether one belongs to an agent is for the hub to say; here is what it takes to know, and where the tab then goes.
import { cutAddress } from '../../contract/cut-address.ts';
import { joinGroup } from './join-group.ts';
import { leaveGroup } from './leave-group.ts';
import { forgetPrivate, isUsersPrivate, notePrivate } from './private-tabs.ts';
import { describeTab } from './tabs-report.ts';
import { isSignInAsked } from './tools/asked-sign-in.ts';
import { letGo, stayAttached } from './tools/debugger-session.ts';
import { dialogIn, forget } from './tools/dialogs.ts';
import { keepUsable } from './tools/usable-tab.ts';
import { explain, untilExplained } from './unexplained-tabs.ts';
import { keepFocusIn, showBefore, usersWindow, wasShown } from './user-focus.ts';
import type { CompanionOpened } from '../../contract/schemas/companion.ts';

export interface OpenedTab {
  readonly from: number;
  readonly tabId: number;
  /** By `performance.now()`. */
  readonly at: number;
  /** Where it went first. */
  readonly url: string;
  /** Whether a call acted on the tab that it came from, or had done so a moment before. */
  readonly isByAct: boolean;
  /** Whether the hub gave it to the owner of the tab that it came from. */
  readonly isOwned: Promise<boolean>;
  /** Whether an answer has told of it. */
  isTold: boolean;
}

interface Place {
  readonly windowId: number;
  readonly incognito: boolean;
  readonly groupId: number | undefined;
}

const maxKept = 200;
/** Chromium lets a page open tabs for five seconds after a press. Source: HTML, transient activation duration. */
const afterwardsMs = 5_000;
/** The tab may have another owner by then, who would be told of a stranger's. */
const maxUntoldMs = 60_000;
/** The browser tells of a tab a little after the page has asked for it, unless it blocks it. */
const arrivesWithinMs = 500;
const arrivesAtPageMs = 2_000;
const greetsWithinMs = 300;
const lookEveryMs = 20;

const opened: OpenedTab[] = [];
/** Calls under way that act on a tab, when the last of them began, and when it ended. */
const acts = new Map<number, { running: number; beganAt: number; endedAt: number }>();
/** When the page of a tab last asked for a new one. */
const announced = new Map<number, number>();
/** Who waits for the next one. */
const waiting = new Set<() => void>();
/** Where each tab is: one that opens another and is closed at once can be asked no more. */
const places = new Map<number, Place>();

function noteTab({ id, windowId, incognito, groupId }: chrome.tabs.Tab): void {
  if (id !== undefined) places.set(id, { windowId, incognito, groupId });
}
chrome.tabs.onCreated.addListener(noteTab);
chrome.tabs.onUpdated.addListener((_id, _change, tab) => noteTab(tab));
chrome.tabs.onAttached.addListener((tabId, { newWindowId }) => {
  // A tab never goes from a private window into another kind.
  const incognito = places.get(tabId)?.incognito ?? false;
  places.set(tabId, { windowId: newWindowId, incognito, groupId: undefined });
});
void chrome.tabs.query({}).then(tabs => tabs.filter(({ id }) => !places.has(id ?? -1)).forEach(noteTab));
chrome.tabs.onRemoved.addListener(tabId => {
  setTimeout(() => {
    acts.delete(tabId);
    announced.delete(tabId);
    places.delete(tabId);
  }, afterwardsMs);
});
if ('debugger' in chrome)
  chrome.debugger.onEvent.addListener(({ tabId }, method) => {
    if (tabId !== undefined && method === 'Page.windowOpen') announceOpening(tabId);
  });

export interface OpenedTabsHub {
  /** Whether the hub gives a tab to the owner of the one that it came from. */
  ask(opened: CompanionOpened): Promise<boolean>;
  /** Tells it what every tab shows. */
  report(): Promise<void>;
}

export function watchOpenedTabs(hub: OpenedTabsHub): void {
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId: from, tabId, url }) => {
    const act = acts.get(from);
    const isByAct = act !== undefined && (act.running > 0 || performance.now() - act.endedAt < afterwardsMs);
    const isOwned = settle({ from, tabId, url, isByAct }, hub).catch(() => false);
    opened.push({ from, tabId, at: performance.now(), url, isByAct, isOwned, isTold: false });
    explain(tabId);
    if (opened.length > maxKept) opened.shift();
    for (const wake of waiting) wake();
  });
}

/** A call begins to act on the tab; it ends when the answer is called. */
export function actBegins(tabId: number): () => void {
  const act = acts.get(tabId) ?? { running: 0, beganAt: 0, endedAt: 0 };
  acts.set(tabId, act);
  act.running += 1;
  act.beganAt = performance.now();
  return () => {
    act.running -= 1;
    act.endedAt = performance.now();
  };
}

/** The page of that tab has asked for a new one. */
export function announceOpening(tabId: number): void {
  announced.set(tabId, performance.now());
}

/** Whether the page of that tab has opened or asked for another one since then, as `performance.now()`. */
export function hasOpened(tabId: number, since: number): boolean {
  return (announced.get(tabId) ?? 0) >= since || opened.some(({ from, at }) => from === tabId && at >= since);
}

/** Whose pages may share their scripts' thread with that of the tab: those that it has opened or was opened from, and theirs. */
export function kinOf(tabId: number): ReadonlySet<number> {
  const kin = new Set([tabId]);
  // A set that grows is walked to its end.
  for (const each of kin)
    for (const { from, tabId: to } of opened) if (from === each || to === each) kin.add(from).add(to);
  kin.delete(tabId);
  return kin;
}

/** What came of the page of that tab and no answer has told of yet; one that it has asked for since then, or that may be of an act's, is waited for a little. */
export async function takeOpened(tabId: number, since: number): Promise<readonly OpenedTab[]> {
  if ((acts.get(tabId)?.beganAt ?? 0) >= since) await untilExplained(since);
  const hasCome = opened.some(({ from, at }) => from === tabId && at >= since);
  if (!hasCome && (announced.get(tabId) ?? 0) >= since) await nextOpened();
  const from = performance.now() - maxUntoldMs;
  const untold = opened.filter(each => each.from === tabId && !each.isTold && each.at >= from);
  for (const each of untold) each.isTold = true;
  return untold;
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
  { from, tabId, url, isByAct }: Pick<OpenedTab, 'from' | 'tabId' | 'url' | 'isByAct'>,
  hub: OpenedTabsHub,
): Promise<boolean> {
  const source = places.get(from) ?? (await chrome.tabs.get(from));
  if (await isUsersPrivate({ id: from, incognito: source.incognito })) return false;
  const isShown = wasShown({ tabId: from, windowId: source.windowId }, { tabId });
  // Nobody can click in a page that no window shows; in the others it was the user, unless a call was about to act there.
  const isAsked = isByAct || !isShown;
  // A page may greet with a dialog, which only a debugger that was there before it can answer: sooner than the hub can.
  if (isAsked) void stayAttached(tabId);
  const tab = await chrome.tabs.get(tabId);
  // Before the hub gives it away: what a report leaves out is closed.
  if (isAsked && tab.incognito) await notePrivate(tabId);
  const asked = isAsked && hub.ask({ from, tab: { ...describeTab(tab), url: cutAddress(url) } });
  // Nobody waits for the hub with this: whoever the tab belongs to, the user was elsewhere.
  const [isOwned] = await Promise.all([
    Promise.resolve(asked).catch(() => false),
    leaveUserBe(from, source, tab, isShown).catch(() => {}),
  ]);
  if (!isOwned) {
    if (tab.incognito) await forgetPrivate(tabId);
    forget(tabId);
    await letGo(tabId);
    await leaveGroup(tab);
    return false;
  }
  await joinItsGroup(source, tab);
  // The next call is decided for what the tab shows by then.
  if (!isBlank(url)) await arrival(tabId);
  await keepUsable(tabId);
  await greeting(tabId);
  await hub.report();
  return true;
}

/** Neither the tab nor its window takes the place of what the user looks at. */
async function leaveUserBe(from: number, source: Place, tab: chrome.tabs.Tab, isShown: boolean): Promise<void> {
  const act = acts.get(from);
  const since = act && act.running > 0 ? act.beganAt : performance.now() - arrivesWithinMs;
  const users = usersWindow([tab.windowId, source.windowId], since);
  if (isShown && users === source.windowId) return;
  if (!isShown && tab.id !== undefined) await showBefore({ tabId: tab.id, windowId: tab.windowId });
  await keepFocusIn(users, tab.windowId);
}

function isBlank(url = ''): boolean {
  return url === '' || url === 'about:blank';
}

/** Until the tab shows the page that it was opened for; not for long. */
async function arrival(tabId: number): Promise<void> {
  const until = performance.now() + arrivesAtPageMs;
  while (performance.now() < until && !isSignInAsked(tabId)) {
    // The empty page that it begins with counts as loaded.
    if (!isBlank((await chrome.tabs.get(tabId)).url)) return;
    await new Promise(resolve => setTimeout(resolve, lookEveryMs));
  }
}

/** A page that greets with a dialog does so while it loads; it is waited for a little, so that the answer can name it. */
async function greeting(tabId: number): Promise<void> {
  const until = performance.now() + greetsWithinMs;
  while (performance.now() < until && !dialogIn(tabId) && !isSignInAsked(tabId)) {
    if ((await chrome.tabs.get(tabId)).status !== 'loading') return;
    await new Promise(resolve => setTimeout(resolve, lookEveryMs));
  }
}

/** Beside the tab that it came from; a window of its own has no groups. */
async function joinItsGroup({ groupId, windowId }: Place, tab: chrome.tabs.Tab): Promise<void> {
  if (!('group' in chrome.tabs) || tab.id === undefined || tab.windowId !== windowId) return;
  if (groupId === undefined || groupId < 0) return;
  await joinGroup(tab.id, { groupId, windowId }).catch(() => {});
}
