// An empty tab that a window shows for a moment in place of another, so that a press in that other one leaves the window without the focus.
//
// Under Linux and ChromeOS, Chromium focuses the view of the page that a window shows when that is pressed, whoever presses (`ContentsWebView`,
// `DidGetUserInteraction`), and the window with it: what the user types into another window or program then goes to the page. A page behind
// another one is pressed without that, and it draws and hears as before, because the debugger records it.

/** Answered never: Chromium keeps a tab that has shown a page among the closed tabs, in the place of the user's own. */
const path = '/blank';

/** By window: the tab that the blank tab is in front of. */
const behind = new Map<number, number>();
const blankTabs = new Set<number>();

/** To be called as the service worker begins; where the background is a page, as in Firefox, nothing is fetched through it. */
export function holdBlankTabs(): void {
  void removeLeftOver();
  addEventListener('fetch', event => {
    if (!('request' in event) || !('respondWith' in event)) return;
    const { request, respondWith } = event as unknown as FetchLike;
    if (request.url === address()) respondWith.call(event, new Promise<Response>(() => {}));
  });
}

/** One stays where the worker was ended meanwhile; its window shows what was there before as soon as it goes. */
async function removeLeftOver(): Promise<void> {
  const all = await chrome.tabs.query({});
  const left = all.flatMap(tab => (showsBlankTab(tab) && tab.id !== undefined ? [tab.id] : []));
  if (left.length > 0) await chrome.tabs.remove(left).catch(() => {});
}

/** Of `FetchEvent`, which is among the types of service workers alone. */
interface FetchLike {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

function address(): string {
  return chrome.runtime.getURL(path);
}

export function isBlankTab(tabId: number): boolean {
  return blankTabs.has(tabId);
}

/** The same of a tab whose id nobody knows yet. */
export function showsBlankTab({ url, pendingUrl }: chrome.tabs.Tab): boolean {
  return (url || pendingUrl) === address();
}

/** Whether its window will show that tab again in a moment. */
export function isBehindBlankTab({ id, windowId }: chrome.tabs.Tab): boolean {
  return behind.get(windowId) === id;
}

/** A blank tab comes in front of the tab, which its window shows; the answer brings the tab back, unless something else is in front by then. */
export async function putBlankTabBefore(tabId: number, windowId: number): Promise<() => Promise<void>> {
  const { id } = await chrome.tabs.create({ windowId, active: false, url: address() });
  if (id === undefined) return () => Promise.resolve();
  blankTabs.add(id);
  behind.set(windowId, tabId);
  await chrome.tabs.update(id, { active: true }).catch(() => {});
  let taken: Promise<void> | undefined;
  return () => (taken ??= takeAway(id, { tabId, windowId }));
}

/** What the window shows is as before when this resolves; the blank tab itself goes in its own time. */
async function takeAway(id: number, shown: { tabId: number; windowId: number }): Promise<void> {
  const blank = await chrome.tabs.get(id).catch(() => null);
  // The tab may be gone, and its window with it.
  if (blank?.active) await chrome.tabs.update(shown.tabId, { active: true }).catch(() => {});
  behind.delete(shown.windowId);
  void chrome.tabs
    .remove(id)
    .catch(() => {})
    .then(() => blankTabs.delete(id));
}
