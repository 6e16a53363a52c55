// Notices a page that answers nothing any more: a preview for printing, or a dialog of which no debugger was told, holds it up.
import { withDebugger } from './debugger-session.ts';
import { dialogIn, forget, notePreview, type OpenDialog } from './dialogs.ts';
import { countPreviews } from './print-preview.ts';
import { sleep, type ToolContext } from './tool.ts';

const lookEveryMs = 1_000;
/** An idle page answers within milliseconds. */
const promptMs = 400;
const patienceMs = 8_000;

/**
 * Asks the page again and again whether it is there, until `signal` aborts. Resolves with the print preview that holds it up, or with
 * null when it has not answered for `extraMs` and eight seconds more.
 */
export async function untilStuck(
  { tabId, page }: Pick<ToolContext, 'tabId' | 'page'>,
  signal: AbortSignal,
  extraMs: number,
): Promise<OpenDialog | null> {
  for (;;) {
    await sleep(lookEveryMs, signal);
    const answered = isAnswering(tabId);
    if (await within(answered, promptMs, signal)) continue;
    if (dialogIn(tabId)) continue;
    if (await isPrinting(tabId, signal)) return notePreview(tabId, page.origin);
    if (!(await within(answered, patienceMs + extraMs, signal)) && !dialogIn(tabId)) return null;
  }
}

/** Whoever closes a preview by hand leaves no event behind. */
export async function forgetClosedPreview(tabId: number): Promise<void> {
  if (dialogIn(tabId)?.kind === 'print' && (await countPreviews()) === 0) forget(tabId);
}

/** Previews do not say whose they are; while one is open, its page runs no scripts, and answers the debugger still. */
async function isPrinting(tabId: number, signal: AbortSignal): Promise<boolean> {
  if (!('debugger' in chrome) || (await countPreviews()) === 0) return false;
  const told = withDebugger(tabId, send => send('Page.getFrameTree')).then(
    () => true,
    () => false,
  );
  return within(told, promptMs, signal);
}

/** Resolves once the page, or the browser in its place, has said anything. */
function isAnswering(tabId: number): Promise<boolean> {
  const asked = chrome.scripting.executeScript({ target: { tabId }, injectImmediately: true, func: () => true });
  return asked.then(
    () => true,
    () => true,
  );
}

async function within(answer: Promise<boolean>, ms: number, signal: AbortSignal): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([answer, sleep(ms, AbortSignal.any([signal, late.signal])).then(() => false)]);
  } finally {
    late.abort();
  }
}
