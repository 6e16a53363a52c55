// Runs a function in a page, in the extension's own world, which the page's scripts cannot see or change.
import { ToolError } from '../tool-error.ts';

/** `func` is sent as source text: it may use nothing but its arguments and the page, and has to return something. */
export async function inPage<Args extends unknown[], Result>(
  tabId: number,
  func: (...args: Args) => Result,
  args: Args,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  const results = await chrome.scripting
    .executeScript({ target: { tabId }, func, args, injectImmediately: true })
    .catch((error: unknown) => refuse(tabId, error));
  const result = results[0]?.result;
  // Chromium has no other sign of a function that threw, or of a page that went away under it.
  if (result !== undefined && result !== null) return result;
  throw new ToolError('ERR_TOOL_FAILED', `The page of tab ${tabId} changed while it was looked at; call again.`);
}

async function refuse(tabId: number, error: unknown): Promise<never> {
  const { url = '' } = await chrome.tabs.get(tabId).catch(() => ({ url: '' }));
  const reason = error instanceof Error ? error.message : String(error);
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `Tab ${tabId} shows ${url || 'an empty page'}, which extensions may not read (${reason}); navigate to a web page.`,
  );
}
