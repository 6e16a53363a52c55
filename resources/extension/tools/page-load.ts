// Starts a load in a tab and waits until the page is complete.
import { ToolError } from '../tool-error.ts';
import { sleep } from './tool.ts';

const LOAD_TIMEOUT_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** A jump within the page shows no load at all; this long without one, it is taken for such a jump. */
const NO_LOAD_AFTER_MS = 400;

/** Runs `start`, then waits; true when the page is complete, false when it still loads after 30 s. */
export async function loadAndWait(tabId: number, signal: AbortSignal, start: () => Promise<unknown>): Promise<boolean> {
  let began = false;
  const note = (id: number, change: { status?: string }) => {
    if (id === tabId && change.status === 'loading') began = true;
  };
  chrome.tabs.onUpdated.addListener(note);
  try {
    await start();
    const startedAt = performance.now();
    for (;;) {
      signal.throwIfAborted();
      const tab = await chrome.tabs.get(tabId).catch(() => {
        throw new ToolError('ERR_TOOL_FAILED', `Tab ${tabId} was closed while it loaded.`);
      });
      const waited = performance.now() - startedAt;
      if (tab.status === 'loading') began = true;
      else if (!tab.pendingUrl && (began || waited > NO_LOAD_AFTER_MS)) return true;
      if (waited > LOAD_TIMEOUT_MS) return false;
      await sleep(LOOK_EVERY_MS, signal);
    }
  } finally {
    chrome.tabs.onUpdated.removeListener(note);
  }
}
