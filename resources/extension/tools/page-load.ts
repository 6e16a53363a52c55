// Waits until the page that a tab loads is complete.
import { ToolError } from '../tool-error.ts';
import { forgetSignIn, isSignInAsked } from './asked-sign-in.ts';
import { sleep } from './tool.ts';

const loadTimeoutMs = 30_000;
const lookEveryMs = 50;
/** A jump within the page shows no load at all; this long without one, it is taken for such a jump. */
const noLoadAfterMs = 400;
/** A tab that was just made shows an empty page until its load begins, which takes its time on a busy machine; a download never shows another. */
const noStartAfterMs = 3_000;

/** Runs `start`, which loads something in the tab, then waits; false when the page still loads after 30 s. */
export async function loadAndWait(tabId: number, signal: AbortSignal, start: () => Promise<unknown>): Promise<boolean> {
  let began = false;
  const note = (id: number, change: { status?: string }) => {
    if (id === tabId && change.status === 'loading') began = true;
  };
  chrome.tabs.onUpdated.addListener(note);
  forgetSignIn(tabId);
  try {
    await start();
    return await waitForPage(tabId, signal, () => began);
  } finally {
    chrome.tabs.onUpdated.removeListener(note);
  }
}

/** The same for a tab that was made with an address. */
export async function waitForNewTab(tabId: number, signal: AbortSignal, address: string): Promise<boolean> {
  const isEmpty = (url: string) => url === '' || url === 'about:blank';
  const startedAt = performance.now();
  while (!isEmpty(address) && performance.now() - startedAt < noStartAfterMs && !isSignInAsked(tabId)) {
    const tab = await chrome.tabs.get(tabId);
    if (tab.status === 'loading' || !isEmpty(tab.url ?? '')) break;
    await sleep(lookEveryMs, signal);
  }
  return waitForPage(tabId, signal, () => true);
}

/** True once nothing more comes by itself: also for a page that waits until its user has signed in. Waits for one of which `hasBegun` tells whether its load was seen already. */
export async function waitForPage(tabId: number, signal: AbortSignal, hasBegun: () => boolean): Promise<boolean> {
  const startedAt = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const tab = await chrome.tabs.get(tabId).catch(() => {
      throw new ToolError('ERR_TOOL_FAILED', `Tab ${tabId} was closed while it loaded.`);
    });
    const waited = performance.now() - startedAt;
    if (isSignInAsked(tabId)) return true;
    const rests = tab.status !== 'loading' && !tab.pendingUrl;
    if (rests && (hasBegun() || waited > noLoadAfterMs)) return true;
    if (waited > loadTimeoutMs) return false;
    await sleep(lookEveryMs, signal);
  }
}
