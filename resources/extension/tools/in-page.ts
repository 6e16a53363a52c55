// Runs a function in the page that a call was decided for, in the extension's own world, which the page's scripts cannot see or change.
import { ToolError } from '../tool-error.ts';
import type { ShownPage } from '../shown-page.ts';
import type { ToolContext } from './tool.ts';

/**
 * `func` is sent as source text: it may use nothing but its arguments and the page, and has to return something. It runs in the
 * page's document and in no other; throws ERR_TAB_MOVED when the tab shows one by now that the call was not decided for.
 */
export async function inPage<Args extends unknown[], Result>(
  { page, signal }: Pick<ToolContext, 'page' | 'signal'>,
  func: (...args: Args) => Result,
  args: Args,
): Promise<Result> {
  signal.throwIfAborted();
  const run = () => {
    const target = { tabId: page.tabId, documentIds: [page.documentId] };
    return chrome.scripting.executeScript({ target, func, args, injectImmediately: true });
  };
  const results = await run().catch(async (error: unknown) => {
    if (!isGone(error)) return refuse(page, error);
    await page.follow(false);
    signal.throwIfAborted();
    return run().catch((again: unknown) => refuse(page, again));
  });
  const result = results[0]?.result;
  // Chromium has no other sign of a function that threw, or of a page that went away under it.
  if (result !== undefined && result !== null) return result;
  await page.expectStill(true);
  throw new ToolError('ERR_TOOL_FAILED', `The page of tab ${page.tabId} changed while it was looked at; call again.`);
}

/** The document was left before the function ran: in the words of Chromium, then of Firefox. */
function isGone(error: unknown): boolean {
  return /no document with id|invalid documentid|no matching/i.test(String(error));
}

async function refuse(page: ShownPage, error: unknown): Promise<never> {
  const { tabId } = page;
  // A page that goes away under a function has many words for it.
  await page.expectStill(true);
  const { url = '' } = await chrome.tabs.get(tabId).catch(() => ({ url: '' }));
  const reason = error instanceof Error ? error.message : String(error);
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `Tab ${tabId} shows ${url || 'an empty page'}, which extensions may not read (${reason}); navigate to a web page.`,
  );
}
