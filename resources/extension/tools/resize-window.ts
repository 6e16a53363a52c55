// resize_window: the size and place of the window that holds a tab.
import { ToolError } from '../tool-error.ts';
import { readNumber, type Tool, textResult } from './tool.ts';

const size = { least: 100, most: 10_000 };
const place = { least: -20_000, most: 20_000 };
const lateNote = 'Firefox gives the page of a tab in the background its new size when the tab is shown.';
const bounds = { width: size, height: size, left: place, top: place };

export const resizeWindow: Tool = async (args, { tabId, signal }) => {
  const names = (['width', 'height', 'left', 'top'] as const).filter(name => (args[name] ?? null) !== null);
  const wanted = Object.fromEntries(
    names.map(name => [name, Math.round(readNumber(args, name, 0, bounds[name].least, bounds[name].most))]),
  );
  if (names.length === 0)
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      'resize_window needs a width and a height, or left and top, in pixels.',
    );
  const { windowId, active } = await chrome.tabs.get(tabId);
  if (typeof args.windowId === 'number' && args.windowId !== windowId)
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      `Tab ${tabId} is in window ${windowId} and not in ${args.windowId}; name a tab of that window.`,
    );
  signal.throwIfAborted();
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
  const { width, height, left, top } = sized ?? {};
  const isLate = !active && !('debugger' in chrome);
  return textResult(JSON.stringify({ windowId, width, height, left, top, ...(isLate && { note: lateNote }) }));
};
