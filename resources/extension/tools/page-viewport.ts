// The size of a page alone: emulated in Chromium, for that tab and as long as its debugger is there; in Firefox the window is made to fit.
/** A command of the Chrome DevTools Protocol. */
type Send = (method: string, params?: object) => Promise<unknown>;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** One for each tab, so that calls of two tabs do not write over each other. */
function keyOf(tabId: number): string {
  return `viewport:${tabId}`;
}

/** The size that the page of the tab was given; null for that of its window. Kept while the browser runs, because the worker ends in between. */
export async function viewportOf(tabId: number): Promise<Size | null> {
  const key = keyOf(tabId);
  return ((await chrome.storage.session.get(key))[key] ?? null) as Size | null;
}

/** Null gives the page the size of its window again. */
export async function keepViewport(tabId: number, size: Size | null): Promise<void> {
  const key = keyOf(tabId);
  await (size ? chrome.storage.session.set({ [key]: size }) : chrome.storage.session.remove(key));
}

chrome.tabs.onRemoved.addListener(tabId => void keepViewport(tabId, null));

/** Tells the browser what was asked for before; a debugger that comes anew knows nothing of it. */
export async function emulateKept(tabId: number, send: Send): Promise<void> {
  const size = await viewportOf(tabId);
  if (size) await emulate(send, size);
}

export async function emulate(send: Send, size: Size | null): Promise<void> {
  if (size === null) await send('Emulation.clearDeviceMetricsOverride');
  else await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 0, mobile: false });
}
