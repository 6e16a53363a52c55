// Keeps an agent's tab usable: Chromium neither discards nor freezes it, and one that it had put to sleep before is woken.
import { settleAttached, withBrowserSide } from './debugger-session.ts';
import { dialogIn, onDialog } from './dialogs.ts';
import { type LoadTime, loadAndWait } from './page-load.ts';
import { unseenTabs } from './unseen-tabs.ts';

/** A busy page takes it later. */
const sizedWithinMs = 1_000;
/** Tabs that were loaded again, and no answer has said so yet. */
const loadedAgain = new Set<number>();

if ('debugger' in chrome) {
  chrome.tabs.onActivated.addListener(({ tabId }) => {
    if (!unseenTabs.delete(tabId)) return;
    void withBrowserSide(tabId, send => send('Emulation.clearDeviceMetricsOverride')).catch(() => {});
  });
  chrome.tabs.onRemoved.addListener(tabId => {
    unseenTabs.delete(tabId);
    loadedAgain.delete(tabId);
  });
}

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
async function unlessHeldUp(tabId: number, settled: Promise<unknown>): Promise<void> {
  if (dialogIn(tabId)) return;
  let stop = () => {};
  const opens = new Promise<unknown>(resolve => {
    stop = onDialog(tabId, resolve);
  });
  await Promise.race([settled, opens]).finally(() => stop());
}

/** Before a call uses the page: a sentence for its answer, '' for a tab that was awake. A page that was discarded is loaded again. */
export async function wake(tabId: number, time: LoadTime): Promise<string> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (tab?.discarded) {
    await loadAndWait(tabId, time, () => chrome.tabs.reload(tabId));
    loadedAgain.add(tabId);
  }
  if (tab?.frozen) await thaw(tabId);
  if (tab?.width === 0) await giveSize(tabId);
  return loadedAgain.has(tabId)
    ? 'The browser had discarded the tab, so its page was loaded again: call read_page for new refs.'
    : '';
}

/** What `wake` has said is told by a call that was decided for the page; one that was not has ended before. */
export function wakingIsTold(tabId: number): void {
  loadedAgain.delete(tabId);
}

/** A page that was loaded again where nobody sees it has no size at all, and nothing in it can be used: it gets that of the one in front. */
async function giveSize(tabId: number): Promise<void> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (!('debugger' in chrome) || !tab || tab.active || tab.width !== 0) return;
  const [front] = await chrome.tabs.query({ active: true, windowId: tab.windowId });
  const { width = 0, height = 0 } = front ?? {};
  if (width === 0 || height === 0) return;
  unseenTabs.add(tabId);
  const metrics = { width, height, deviceScaleFactor: 0, mobile: false };
  const given = withBrowserSide(tabId, send => send('Emulation.setDeviceMetricsOverride', metrics));
  const late = new Promise(resolve => setTimeout(resolve, sizedWithinMs));
  await unlessHeldUp(tabId, Promise.race([given.catch(() => {}), late]));
}

/** A frozen page runs no script and says nothing, and the debugger wakes it. */
export function thaw(tabId: number): Promise<unknown> {
  if (!('debugger' in chrome)) return Promise.resolve();
  return withBrowserSide(tabId, send => send('Page.setWebLifecycleState', { state: 'active' })).catch(() => {});
}
