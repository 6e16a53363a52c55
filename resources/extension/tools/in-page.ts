// Calls a function of page/library.ts in the page that a call was decided for.
import { changed, moved } from '../moved-error.ts';
import { firstRefOf, noteNextRef } from '../ref-numbers.ts';
import { ToolError } from '../tool-error.ts';
import { sleep } from './tool.ts';
import type { ExpectedElement } from '../page/described-elements.ts';
import type { RefScope } from '../page/element-refs.ts';
import type { PageAnswer, PageFunctions, PageWorld } from '../page/library.ts';
import type { MeantPage } from '../page/meant-page.ts';
import type { CallDocument } from '../shown-page.ts';

/** The library's place in the extension's folder, see build.mjs. */
const libraryFile = 'page/library.js';
const maxTries = 5;
/** Whether something else overtakes a function is asked after so long. */
const heldUpMs = 1_000;
/** Answers of a page may be told in another order, and one that has a window opened lets others pass until it is there. */
const graceMs = 2_000;

/** Where a function runs: in the page of a call, or in a frame of it. */
export interface DocumentContext {
  readonly page: CallDocument;
  readonly signal: AbortSignal;
}

type Meant = MeantPage & {
  readonly refs: RefScope;
  readonly isWordless: boolean;
  readonly expected: readonly ExpectedElement[];
};
/** What an injection came to: the page's answer, or why there is none. */
type Injected = PageAnswer | { readonly kind: 'absent' | 'gone' | 'cut-off' };

/**
 * The page compares itself with what the call was decided for before it does anything. Throws ERR_TAB_MOVED when the tab shows
 * another one by now, and ERR_TOOL_FAILED for a page that extensions may not touch.
 */
export async function inPage<Name extends keyof PageFunctions>(
  { page, signal }: DocumentContext,
  name: Name,
  ...args: Parameters<PageFunctions[Name]>
): Promise<ReturnType<PageFunctions[Name]>> {
  if (page.isOfOneDocument && page.mark === '') page.mark = await readMark(page, signal);
  const answer = await askUntilThere(page, signal, name, args);
  return answer.value as ReturnType<PageFunctions[Name]>;
}

/** The mark of the document that the browser calls by the id of the page. */
async function readMark(page: CallDocument, signal: AbortSignal): Promise<string> {
  const { mark, documentId } = await askUntilThere(page, signal, 'readyState', []);
  if (documentId === undefined || documentId === page.documentId) return mark;
  await page.follow(false);
  throw changed(page.tabId);
}

type Done = Extract<PageAnswer, { kind: 'done' }> & { readonly documentId: string | undefined };

async function askUntilThere(
  page: CallDocument,
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
        // Only those of the page itself go on from one document to the next; a frame's have its number before them.
        if (page.frameNumber === 0) await noteNextRef(page.tabId, answer.nextRef);
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
  page: CallDocument,
  name: string,
  args: readonly unknown[],
): Promise<readonly [Injected, documentId?: string]> {
  const { tabId, origin, mark, inheritedOrigin, frameNumber, isWordless, expected } = page;
  const refs =
    frameNumber === 0
      ? { tabId, prefix: '', firstRef: await firstRefOf(tabId) }
      : { tabId, prefix: `f${frameNumber}_`, firstRef: 1 };
  const meant: Meant = {
    origin,
    mark,
    refs,
    isWordless,
    expected,
    ...(inheritedOrigin !== '' && { inherited: inheritedOrigin }),
  };
  const injected = await inject(page, { func: callLibrary, args: [meant, name, args] });
  if (injected === 'gone') return [{ kind: 'gone' }];
  return [injected?.result ?? { kind: 'cut-off' }, injected?.documentId];
}

/** Self-contained: it is sent to the page as source text. */
function callLibrary(meant: Meant, name: string, args: readonly unknown[]): PageAnswer | { kind: 'absent' } {
  return (globalThis as PageWorld)[Symbol.for('pilothouse.page')]?.(meant, name, args) ?? { kind: 'absent' };
}

type Injection = { files: string[] } | { func: typeof callLibrary; args: Parameters<typeof callLibrary> };

/** Undefined for a page that went away meanwhile, 'gone' for one that went before. */
async function inject(page: CallDocument, injection: Injection) {
  const target = { tabId: page.tabId, documentIds: [page.documentId] };
  try {
    const injected = chrome.scripting.executeScript({ target, injectImmediately: true, ...injection });
    const [result] = await ('debugger' in chrome ? injected : unlessHeldUp(page, injected));
    return result as { result?: PageAnswer | { kind: 'absent' }; documentId?: string } | undefined;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return isGone(error) ? 'gone' : refuse(page, error);
  }
}

/**
 * Firefox tells no extension of a dialog or a print preview, and lets other functions into a page while one waits for its answer: what
 * has opened it does not come back, and what was sent later does. All functions of the library come back at once.
 */
async function unlessHeldUp<T>({ tabId, documentId }: CallDocument, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const overtaken = async (): Promise<never> => {
    await sleep(heldUpMs, over.signal);
    const target = { tabId, documentIds: [documentId] };
    await chrome.scripting.executeScript({ target, injectImmediately: true, func: () => true });
    await sleep(graceMs, over.signal);
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `The page of tab ${tabId} has opened a dialog or a print preview and waits for its user, which Firefox lets no extension see or answer (part of the call was carried out). Ask the user to answer it, or leave the page with navigate.`,
    );
  };
  // A page that is gone or answers nothing at all is noticed elsewhere.
  const late = overtaken().catch(error =>
    error instanceof ToolError ? Promise.reject(error) : new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort(new Error('It came back.'));
  }
}

/** The document was left before the function ran: in the words of Chromium, then of Firefox. */
function isGone(error: unknown): boolean {
  return /no document with id|invalid documentid|no matching/i.test(String(error));
}

async function refuse(page: CallDocument, error: unknown): Promise<never> {
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
