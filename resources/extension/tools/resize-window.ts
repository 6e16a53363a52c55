// resize_window: the size and place of the window that holds a tab, or the size of its page alone.
import { ToolError } from '../tool-error.ts';
import { withBrowserSide } from './debugger-session.ts';
import { inPage } from './in-page.ts';
import { emulate, keepViewport, type Size, viewportOf } from './page-viewport.ts';
import { readNumber, sleep, type Tool, type ToolContext, type ToolResult, textResult } from './tool.ts';

const size = { least: 100, most: 10_000 };
const place = { least: -20_000, most: 20_000 };
const lateNote = 'Firefox gives the page of a tab in the background its new size when the tab is shown.';
const settlesWithinMs = 1_000;
const lookEveryMs = 50;
const smallestNote = 'its window can be no smaller, or has not followed yet.';
const bounds = { width: size, height: size, left: place, top: place };

export const resizeWindow: Tool = async (args, context) => {
  const { tabId, signal } = context;
  const names = (['width', 'height', 'left', 'top'] as const).filter(name => (args[name] ?? null) !== null);
  const wanted = Object.fromEntries(
    names.map(name => [name, Math.round(readNumber(args, name, 0, bounds[name].least, bounds[name].most))]),
  );
  const { windowId, active } = await chrome.tabs.get(tabId);
  if (typeof args.windowId === 'number' && args.windowId !== windowId)
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      `Tab ${tabId} is in window ${windowId} and not in ${args.windowId}; leave windowId out, or name a tab of that window.`,
    );
  if (args.viewport === true) return resizePage(wanted, context, windowId);
  if (names.length === 0)
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      'resize_window needs a width and a height, or left and top, in pixels.',
    );
  signal.throwIfAborted();
  await releasePage(tabId);
  const { width, height, left, top } = await resized(windowId, wanted);
  const isLate = !active && !('debugger' in chrome);
  return textResult(JSON.stringify({ windowId, width, height, left, top, ...(isLate && { note: lateNote }) }));
};

async function resized(windowId: number, wanted: chrome.windows.UpdateInfo): Promise<Partial<chrome.windows.Window>> {
  const { state } = await chrome.windows.get(windowId);
  // A window that fills the screen takes no size.
  if (state !== 'normal') await chrome.windows.update(windowId, { state: 'normal' });
  const sized = await chrome.windows.update(windowId, wanted).catch(async (error: unknown) => {
    if (state !== 'normal') await chrome.windows.update(windowId, { state }).catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `The window cannot be ${JSON.stringify(wanted)} (${reason}); send a size and place on the screen.`,
    );
  });
  return sized ?? {};
}

/** The window's own size is what the page gets again. */
async function releasePage(tabId: number): Promise<void> {
  if (!('debugger' in chrome) || !(await viewportOf(tabId))) return;
  await keepViewport(tabId, null);
  await withBrowserSide(tabId, send => emulate(send, null));
}

/** Of the page alone where the browser can; elsewhere its window is made to fit, for all tabs in it. */
async function resizePage(
  { width, height }: { width?: number; height?: number },
  context: ToolContext,
  windowId: number,
): Promise<ToolResult> {
  const { tabId, signal } = context;
  if (width === undefined || height === undefined)
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      'resize_window with viewport needs a width and a height, in CSS pixels.',
    );
  const wanted = { width, height };
  signal.throwIfAborted();
  if ('debugger' in chrome) {
    // Kept first: whoever ends it looks there.
    await keepViewport(tabId, wanted);
    signal.throwIfAborted();
    await withBrowserSide(tabId, send => emulate(send, wanted));
  } else await fitWindow(windowId, wanted, tabId);
  const { active } = await chrome.tabs.get(tabId);
  const isLate = !active && !('debugger' in chrome);
  const sizeNow = isLate ? () => givenSize(windowId, tabId) : () => inPage(context, 'pageView');
  const [viewport, window] = await Promise.all([settledSize(sizeNow, wanted, signal), chrome.windows.get(windowId)]);
  const isFit = viewport.width === width && viewport.height === height;
  const notes = [
    ...(isFit ? [] : [`The page is ${viewport.width} x ${viewport.height}: ${smallestNote}`]),
    ...(isLate ? [lateNote] : []),
  ];
  const note = notes.length > 0 ? { note: notes.join(' ') } : {};
  return textResult(JSON.stringify({ viewport, windowId, width: window.width, height: window.height, ...note }));
}

/** What the window takes beside its page stays as it is. */
async function fitWindow(windowId: number, wanted: Size, tabId: number): Promise<void> {
  const [window, room, zoom] = await Promise.all([
    chrome.windows.get(windowId),
    roomForPages(windowId),
    chrome.tabs.getZoom(tabId),
  ]);
  const fit = (size: number, inside: number, whole = 0) => Math.round(whole - inside + size * zoom);
  await resized(windowId, {
    width: fit(wanted.width, room.width, window.width),
    height: fit(wanted.height, room.height, window.height),
  });
}

/** In pixels of the window. Of its tabs only the one that it shows hears at once of another size. */
async function roomForPages(windowId: number): Promise<Size> {
  const [shown] = await chrome.tabs.query({ windowId, active: true });
  return { width: shown?.width ?? 0, height: shown?.height ?? 0 };
}

/** What a tab in the background is given once it is shown, in CSS pixels of its page. */
async function givenSize(windowId: number, tabId: number): Promise<Size> {
  const [{ width, height }, zoom] = await Promise.all([roomForPages(windowId), chrome.tabs.getZoom(tabId)]);
  return { width: Math.round(width / zoom), height: Math.round(height / zoom) };
}

/** What there is once it is `wanted`, or after a while. */
async function settledSize(sizeNow: () => Promise<Size>, wanted: Size, signal: AbortSignal): Promise<Size> {
  for (const until = performance.now() + settlesWithinMs; ; ) {
    const { width, height } = await sizeNow();
    const isThere = width === wanted.width && height === wanted.height;
    if (isThere || performance.now() >= until) return { width, height };
    await sleep(lookEveryMs, signal);
  }
}
