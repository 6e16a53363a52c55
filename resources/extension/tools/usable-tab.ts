// Keeps an agent's tab usable: Chromium neither discards nor freezes it, and one that it had put to sleep before is woken.
import { settleAttached, withBrowserSide } from './debugger-session.ts';
import { dialogIn, onDialog } from './dialogs.ts';
import { loadAndWait } from './page-load.ts';

/**
 * From now on. Its dialogs are told of from here on, too. The tab must be on its way nowhere.
 */
export async function keepUsable(tabId: number): Promise<void> {
  if (!('debugger' in chrome)) return;
  await Promise.all([
    unlessHeldUp(tabId, settleAttached(tabId)),
    chrome.tabs.update(tabId, { autoDiscardable: false }).catch(() => {}),
  ]);
}

/** A page that a dialog holds up takes nothing that it is asked for. */
async function unlessHeldUp(tabId: number, settled: Promise<void>): Promise<void> {
  if (dialogIn(tabId)) return;
  let stop = () => {};
  const opens = new Promise<void>(resolve => {
    stop = onDialog(tabId, () => resolve());
  });
  await Promise.race([settled, opens]).finally(() => stop());
}

/** Before a call uses the page: a sentence for its answer, '' for a tab that was awake. A page that was discarded is loaded again. */
export async function wake(tabId: number, signal: AbortSignal): Promise<string> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (tab?.discarded) {
    await loadAndWait(tabId, signal, () => chrome.tabs.reload(tabId));
    return 'The browser had discarded the tab, so its page was loaded again: call read_page for new refs.';
  }
  if (tab?.frozen) await thaw(tabId);
  return '';
}

/** A frozen page runs no script and says nothing, and the debugger wakes it. */
export function thaw(tabId: number): Promise<unknown> {
  if (!('debugger' in chrome)) return Promise.resolve();
  return withBrowserSide(tabId, send => send('Page.setWebLifecycleState', { state: 'active' })).catch(() => {});
}
