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
/** A load begins within this, even on a busy machine; until then the tab looks as complete as before. */
const noStartAfterMs = 3_000;
const noPage =
  'No page came of it: it may be a download, an answer without content, an address for another program, or a load that was stopped.';

/** How long a load is waited for: 30 s, and no longer than its call has. */
export type LoadTime = Pick<ToolContext, 'signal' | 'endsAt'>;

export interface Loaded {
  /** '', or a sentence for a page that still loads when the time is over, and for what shows no page. */
  readonly note: string;
  readonly hasPage: boolean;
}

/** Runs `start`, which loads something in the tab, then waits. `mayJump` for what may lead to another place of the same page. */
export async function loadAndWait(
  tabId: number,
  time: LoadTime,
  start: () => Promise<unknown>,
  mayJump = false,
): Promise<Loaded> {
  const load = watchLoad(tabId, mayJump);
  const commits = commitsOf(tabId);
  forgetSignIn(tabId);
  try {
    await start();
    const beginsWithinMs = mayJump ? noLoadAfterMs : noStartAfterMs;
    const note = await waitForPage(tabId, time, waited => load.hasBegun || waited > beginsWithinMs);
    const isWithoutPage = load.mayBeWithoutPage && !mayJump && commitsOf(tabId) === commits;
    return note === '' && isWithoutPage ? { note: noPage, hasPage: false } : { note, hasPage: true };
  } finally {
    load.stop();
  }
}

interface Load {
  hasBegun: boolean;
  /** Holds only if no other page was shown meanwhile. */
  mayBeWithoutPage: boolean;
  stop(): void;
}

/** Watches the tab's next load. The browser announces a load, but not every jump; events before that belong to the previous load. */
function watchLoad(tabId: number, mayJump: boolean): Load {
  const { onBeforeNavigate, onErrorOccurred, onCompleted } = chrome.webNavigation;
  let isAnnounced = false;
  const isOurs = (details: { tabId: number; frameId: number }) => details.tabId === tabId && details.frameId === 0;
  const announced = (details: { tabId: number; frameId: number }) => {
    isAnnounced ||= isOurs(details);
  };
  const changed = (id: number, { status }: { status?: string }) => {
    load.hasBegun ||= (mayJump || isAnnounced) && id === tabId && status === 'loading';
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

/** For a tab that was made with an address. Answers '', or a sentence for a page that still loads when the time is over. */
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
