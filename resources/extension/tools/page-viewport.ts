// The size of a page alone: emulated in Chromium, for that tab and as long as its debugger is there; in Firefox the window is made to fit.
/** A command of the Chrome DevTools Protocol. */
type Send = (method: string, params?: object) => Promise<unknown>;

export interface Size {
  readonly width: number;
  readonly height: number;
}

const key = 'viewports';

/** The size that the page of the tab was given; null for that of its window. Kept while the browser runs, because the worker ends in between. */
export async function viewportOf(tabId: number): Promise<Size | null> {
  return (await viewports())[tabId] ?? null;
}

/** Null gives the page the size of its window again. */
export async function keepViewport(tabId: number, size: Size | null): Promise<void> {
  const { [tabId]: _, ...others } = await viewports();
  await chrome.storage.session.set({ [key]: size ? { ...others, [tabId]: size } : others });
}

async function viewports(): Promise<Record<number, Size>> {
  return ((await chrome.storage.session.get(key))[key] ?? {}) as Record<number, Size>;
}

chrome.tabs.onRemoved.addListener(tabId => {
  void viewportOf(tabId).then(size => size && keepViewport(tabId, null));
});

/** Tells the browser what was asked for before; a debugger that comes anew knows nothing of it. */
export async function emulateKept(tabId: number, send: Send): Promise<void> {
  const size = await viewportOf(tabId);
  if (size) await emulate(send, size);
}

export async function emulate(send: Send, size: Size | null): Promise<void> {
  if (size === null) await send('Emulation.clearDeviceMetricsOverride');
  else await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 0, mobile: false });
}
