// Calls a function of page/library.ts in the page that a call was decided for.
import { changed, moved, type ShownPage } from '../shown-page.ts';
import { ToolError } from '../tool-error.ts';
import type { PageAnswer, PageFunctions, PageWorld } from '../page/library.ts';
import type { MeantPage } from '../page/meant-page.ts';
import type { ToolContext } from './tool.ts';

/** The library's place in the extension's folder, see build.mjs. */
const libraryFile = 'page/library.js';
const maxTries = 5;

/** What an injection came to: the page's answer, or why there is none. */
type Injected = PageAnswer | { readonly kind: 'absent' | 'gone' | 'cut-off' };

/**
 * The page compares itself with what the call was decided for before it does anything. Throws ERR_TAB_MOVED when the tab shows
 * another one by now, and ERR_TOOL_FAILED for a page that extensions may not touch.
 */
export async function inPage<Name extends keyof PageFunctions>(
  { page, signal }: Pick<ToolContext, 'page' | 'signal'>,
  name: Name,
  ...args: Parameters<PageFunctions[Name]>
): Promise<ReturnType<PageFunctions[Name]>> {
  if (page.isOfOneDocument && page.mark === '') page.mark = await readMark(page, signal);
  const answer = await askUntilThere(page, signal, name, args);
  return answer.value as ReturnType<PageFunctions[Name]>;
}

/** The mark of the document that the browser calls by the id of the page. */
async function readMark(page: ShownPage, signal: AbortSignal): Promise<string> {
  const { mark, documentId } = await askUntilThere(page, signal, 'readyState', []);
  if (documentId === undefined || documentId === page.documentId) return mark;
  await page.follow(false);
  throw changed(page.tabId);
}

type Done = Extract<PageAnswer, { kind: 'done' }> & { readonly documentId: string | undefined };

async function askUntilThere(
  page: ShownPage,
  signal: AbortSignal,
  name: keyof PageFunctions,
  args: readonly unknown[],
): Promise<Done> {
  let error = changed(page.tabId);
  for (let left = maxTries; left > 0; left -= 1) {
    signal.throwIfAborted();
    const [answer, documentId] = await ask(page, name, args);
    switch (answer.kind) {
      case 'done':
        return { ...answer, documentId };
      case 'threw':
        throw new ToolError('ERR_TOOL_FAILED', `The page of tab ${page.tabId} could not be used (${answer.reason}).`);
      case 'cut-off':
        // It may have run in a page that went away under it.
        await page.expectStill(true);
        throw changed(page.tabId);
      case 'absent':
        await inject(page, { files: [libraryFile] });
        break;
      case 'elsewhere':
        error = moved(page.tabId, { url: answer.url, origin: answer.origin, begun: false });
        await page.follow(false);
        break;
      case 'gone':
        await page.follow(false);
    }
  }
  throw error;
}

async function ask(
  page: ShownPage,
  name: string,
  args: readonly unknown[],
): Promise<readonly [Injected, documentId?: string]> {
  const meant: MeantPage = { origin: page.origin, mark: page.mark };
  const injected = await inject(page, { func: callLibrary, args: [meant, name, args] });
  if (injected === 'gone') return [{ kind: 'gone' }];
  return [injected?.result ?? { kind: 'cut-off' }, injected?.documentId];
}

/** Self-contained: it is sent to the page as source text. */
function callLibrary(meant: MeantPage, name: string, args: readonly unknown[]): PageAnswer | { kind: 'absent' } {
  return (globalThis as PageWorld)[Symbol.for('pilothouse.page')]?.(meant, name, args) ?? { kind: 'absent' };
}

type Injection = { files: string[] } | { func: typeof callLibrary; args: Parameters<typeof callLibrary> };

/** Undefined for a page that went away meanwhile, 'gone' for one that went before. */
async function inject(page: ShownPage, injection: Injection) {
  const target = { tabId: page.tabId, documentIds: [page.documentId] };
  try {
    const [result] = await chrome.scripting.executeScript({ target, injectImmediately: true, ...injection });
    return result as { result?: PageAnswer | { kind: 'absent' }; documentId?: string } | undefined;
  } catch (error) {
    return isGone(error) ? 'gone' : refuse(page, error);
  }
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
