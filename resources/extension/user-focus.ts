// What the user has in front: the tab that each window shows, and the window that has the focus. What a page opens takes neither from them.
import { isBlankTab } from './blank-tab.ts';
import { takenBackMs } from './take-back.ts';

/** Some window managers tell of no window at all between two of them. */
const betweenMs = 300;
const maxKept = 20;

/** By window: the tab that it shows, and the one before. */
const shown = new Map<number, { now: number; before: number | undefined }>();
/** Which windows had the focus, the last one at the end; `WINDOW_ID_NONE` is another program. */
const focused: { readonly windowId: number; readonly at: number }[] = [];
/** Windows that are not to have the focus, until when, and how it is given back. */
const kept = new Map<number, { readonly until: number; giveBack(): void }>();

chrome.tabs.onActivated.addListener(({ tabId, windowId }) => {
  // A blank tab comes and goes in front of a tab that the window shows all along.
  if (isBlankTab(tabId) || shown.get(windowId)?.now === tabId) return;
  shown.set(windowId, { now: tabId, before: shown.get(windowId)?.now });
});
// What is in front since before this began is told by no event.
void chrome.tabs.query({ active: true }).then(tabs => {
  for (const { id, windowId } of tabs)
    if (id !== undefined && !shown.has(windowId)) shown.set(windowId, { now: id, before: undefined });
});
chrome.windows.onFocusChanged.addListener(windowId => {
  focused.push({ windowId, at: performance.now() });
  if (focused.length > maxKept) focused.shift();
  const keep = kept.get(windowId);
  if (keep && performance.now() < keep.until) keep.giveBack();
});
chrome.windows.onRemoved.addListener(windowId => {
  shown.delete(windowId);
  kept.delete(windowId);
});
void chrome.windows.getAll().then(windows => {
  const windowId = windows.find(window => window.focused)?.id ?? chrome.windows.WINDOW_ID_NONE;
  focused.unshift({ windowId, at: Number.NEGATIVE_INFINITY });
});

/** Whether the user, as far as the browser knows, has the tab in front. */
export function isInFront(tabId: number): boolean {
  return shown.get(focused.at(-1)?.windowId ?? chrome.windows.WINDOW_ID_NONE)?.now === tabId;
}

/** Whether a window showed the page of tab `from` when that opened tab `to`. */
export function wasShown(from: { tabId: number; windowId: number }, to: { tabId: number }): boolean {
  const window = shown.get(from.windowId);
  if (window?.now === from.tabId) return true;
  // Where nobody knows what was shown before, it may have been the source.
  return window?.now === to.tabId && (window.before ?? from.tabId) === from.tabId;
}

/** The window shows what it showed before tab `tabId` came in front of it. */
export async function showBefore({ tabId, windowId }: { tabId: number; windowId: number }): Promise<void> {
  const window = shown.get(windowId);
  if (window?.now !== tabId || window.before === undefined) return;
  await chrome.tabs.update(window.before, { active: true }).catch(() => {});
}

/** The window that the user was in, whatever windows `taking` have come in front since. */
export function usersWindow(taking: readonly number[], since: number): number {
  const now = performance.now();
  const none = chrome.windows.WINDOW_ID_NONE;
  const own = focused.filter(({ windowId, at }) => at < since || !taking.includes(windowId));
  const isBetween = own.length > 1 && own.at(-1)?.windowId === none && now - (own.at(-1)?.at ?? 0) < betweenMs;
  return own.at(isBetween ? -2 : -1)?.windowId ?? none;
}

/** Window `windowId` is opened or raised by a page or a press, and the user, who was in `users`, stays there. */
export async function keepFocusIn(users: number, windowId: number, forMs = takenBackMs): Promise<void> {
  if (users === windowId) return;
  const giveBack = async () => {
    // Whoever has put their own window away since is not in it.
    const window = await chrome.windows.get(users).catch(() => null);
    if (window?.state === 'minimized') return;
    const isNowhere = users === chrome.windows.WINDOW_ID_NONE;
    await (isNowhere
      ? chrome.windows.update(windowId, { focused: false })
      : chrome.windows.update(users, { focused: true })
    ).catch(() => {});
  };
  kept.set(windowId, { until: performance.now() + forMs, giveBack: () => void giveBack() });
  if (focused.at(-1)?.windowId === windowId) await giveBack();
}
