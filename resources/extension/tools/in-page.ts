// Runs a function in a page, in the extension's own world, which the page's scripts cannot see or change.
import { ToolError } from '../tool-error.ts';

/** `func` is sent as source text: it may use nothing but its arguments and the page. */
export async function inPage<Args extends unknown[], Result>(
  tabId: number,
  func: (...args: Args) => Result,
  args: Args,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  try {
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func, args, injectImmediately: true });
    return frame?.result as Result;
  } catch (error) {
    const { url = '' } = await chrome.tabs.get(tabId).catch(() => ({ url: '' }));
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `Tab ${tabId} shows ${url || 'an empty page'}, which extensions may not read (${reason}); navigate to a web page.`,
    );
  }
}
