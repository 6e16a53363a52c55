// Waits until the page that a tab loads is complete.
import { ToolError } from '../tool-error.ts';
import { forgetSignIn, isSignInAsked } from './asked-sign-in.ts';
import { sleep, type ToolContext } from './tool.ts';
import { toldSeconds, waitableSeconds } from './waitable-seconds.ts';

const loadTimeoutMs = 30_000;
const lookEveryMs = 50;
/** What may be a jump within the page shows no load at all then; this long without one, it is taken for such a jump. */
const noLoadAfterMs = 400;
/** A load begins within this, also on a busy machine; until then the tab looks as complete as before. */
const noStartAfterMs = 3_000;

/** How long a load is waited for: 30 s, and no longer than its call has. */
export type LoadTime = Pick<ToolContext, 'signal' | 'endsAt'>;

/**
 * Runs `start`, which loads something in the tab, then waits. `mayJump` for what may lead to another place of the same page. Answers '', or a
 * sentence for a page that still loads when the time is over.
 */
export async function loadAndWait(
  tabId: number,
  time: LoadTime,
  start: () => Promise<unknown>,
  mayJump = false,
): Promise<string> {
  let began = false;
  const note = (id: number, change: { status?: string }) => {
    if (id === tabId && change.status === 'loading') began = true;
  };
  chrome.tabs.onUpdated.addListener(note);
  forgetSignIn(tabId);
  try {
    await start();
    const beginsWithinMs = mayJump ? noLoadAfterMs : noStartAfterMs;
    return await waitForPage(tabId, time, waited => began || waited > beginsWithinMs);
  } finally {
    chrome.tabs.onUpdated.removeListener(note);
  }
}

/** The same for a tab that was made with an address. */
export async function waitForNewTab(tabId: number, time: LoadTime, address: string): Promise<string> {
  const isEmpty = (url: string) => url === '' || url === 'about:blank';
  const startedAt = performance.now();
  while (!isEmpty(address) && performance.now() - startedAt < noStartAfterMs && !isSignInAsked(tabId)) {
    const tab = await chrome.tabs.get(tabId);
    if (tab.status === 'loading' || !isEmpty(tab.url ?? '')) break;
    await sleep(lookEveryMs, time.signal);
  }
  return waitForPage(tabId, time, () => true);
}

/**
 * Until nothing more comes by itself: also for a page that waits until its user has signed in. `hasBegun` tells whether a load was seen already, or
 * none will be after so many ms.
 */
async function waitForPage(tabId: number, time: LoadTime, hasBegun: (waitedMs: number) => boolean): Promise<string> {
  const { signal } = time;
  const mostMs = Math.min(loadTimeoutMs, waitableSeconds(time) * 1_000);
  const startedAt = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const tab = await chrome.tabs.get(tabId).catch(() => {
      throw new ToolError('ERR_TOOL_FAILED', `Tab ${tabId} was closed while it loaded.`);
    });
    const waited = performance.now() - startedAt;
    if (isSignInAsked(tabId)) return '';
    const rests = tab.status !== 'loading' && !tab.pendingUrl;
    if (rests && hasBegun(waited)) return '';
    if (waited > mostMs) return `Still loading after ${toldSeconds(mostMs / 1_000)} s.`;
    await sleep(lookEveryMs, signal);
  }
}
