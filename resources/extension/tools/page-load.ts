// Waits until the page that a tab loads is complete.
import { commitsOf } from '../tab-documents.ts';
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
const noPage = 'No page came of it: it is a download, or an answer without content. The tab shows what it did before.';

/** How long a load is waited for: 30 s, and no longer than its call has. */
export type LoadTime = Pick<ToolContext, 'signal' | 'endsAt'>;

/**
 * Runs `start`, which loads something in the tab, then waits. `mayJump` for what may lead to another place of the same page. Answers '', or a
 * sentence for a page that still loads when the time is over, and where no page came.
 */
export async function loadAndWait(
  tabId: number,
  time: LoadTime,
  start: () => Promise<unknown>,
  mayJump = false,
): Promise<string> {
  const load = watchLoad(tabId, mayJump);
  const commits = commitsOf(tabId);
  forgetSignIn(tabId);
  try {
    await start();
    const beginsWithinMs = mayJump ? noLoadAfterMs : noStartAfterMs;
    const note = await waitForPage(tabId, time, waited => load.hasBegun || waited > beginsWithinMs);
    const isWithoutPage = load.mayBeWithoutPage && !mayJump && commitsOf(tabId) === commits;
    return note === '' && isWithoutPage ? noPage : note;
  } finally {
    load.stop();
  }
}

interface Load {
  hasBegun: boolean;
  /** Unless the tab shows another page meanwhile. */
  mayBeWithoutPage: boolean;
  stop(): void;
}

/** What the browser tells of the next load of a tab, which it announces, unless it is a jump; what it says before is of the one before. */
function watchLoad(tabId: number, mayJump: boolean): Load {
  const { onBeforeNavigate, onErrorOccurred, onCompleted } = chrome.webNavigation;
  let isAnnounced = mayJump;
  const isOurs = (details: { tabId: number; frameId: number }) => details.tabId === tabId && details.frameId === 0;
  const announced = (details: { tabId: number; frameId: number }) => {
    isAnnounced ||= isOurs(details);
  };
  const changed = (id: number, { status }: { status?: string }) => {
    load.hasBegun ||= isAnnounced && id === tabId && status === 'loading';
  };
  // Of a download Chromium says this alone, and shows no load.
  const failed = (details: { tabId: number; frameId: number; error: string }) => {
    if (!isAnnounced || !isOurs(details)) return;
    load.hasBegun = true;
    load.mayBeWithoutPage ||= details.error === 'net::ERR_ABORTED';
  };
  // Firefox says that it is complete.
  const completed = (details: { tabId: number; frameId: number }) => {
    if (!isAnnounced || !isOurs(details)) return;
    load.hasBegun = true;
    load.mayBeWithoutPage = true;
  };
  const load: Load = {
    hasBegun: false,
    mayBeWithoutPage: false,
    stop: () => {
      onBeforeNavigate.removeListener(announced);
      chrome.tabs.onUpdated.removeListener(changed);
      onErrorOccurred.removeListener(failed);
      onCompleted.removeListener(completed);
    },
  };
  onBeforeNavigate.addListener(announced);
  chrome.tabs.onUpdated.addListener(changed);
  onErrorOccurred.addListener(failed);
  onCompleted.addListener(completed);
  return load;
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
