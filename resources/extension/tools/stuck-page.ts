// Notices a page that answers nothing any more: a preview for printing, or a dialog of which no debugger was told, holds it up.
import { kinOf } from '../opened-tabs.ts';
import { withBrowserSide } from './debugger-session.ts';
import { dialogIn, forget, notePreview, type OpenDialog } from './dialogs.ts';
import { countPreviews, mayBeOf } from './print-preview.ts';
import { sleep, type ToolContext } from './tool.ts';
import { thaw } from './usable-tab.ts';

const lookEveryMs = 1_000;
/** An idle page answers within milliseconds. */
const promptMs = 400;
/** What a page that was only busy has been asked before comes with its other answers. */
const besideMs = 1_000;
const patienceMs = 8_000;

/**
 * Asks the page again and again whether it is there, until `signal` aborts. Resolves with the print preview or the dialog of another tab
 * that holds it up, or with null when it has not answered for `extraMs` and eight seconds more.
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
    void thaw(tabId);
    const held = await whatHoldsUp({ tabId, page }, answered, signal, extraMs);
    if (held !== undefined) return held;
  }
}

/** Looks more than once, because a preview takes its time to open. Null once its time is over, undefined for a page that says so itself. */
async function whatHoldsUp(
  { tabId, page }: Pick<ToolContext, 'tabId' | 'page'>,
  answered: Promise<boolean>,
  signal: AbortSignal,
  extraMs: number,
): Promise<OpenDialog | null | undefined> {
  const busyUntil = performance.now() + extraMs;
  const until = busyUntil + patienceMs;
  while (!dialogIn(tabId)) {
    // A page that may be busy for so long is not held up by others yet.
    const dialog = performance.now() < busyUntil ? undefined : dialogOfKin(tabId, page.origin);
    if (dialog) return dialog;
    if (await isPrinting(tabId, answered, signal)) return notePreview(tabId, page.origin);
    const leftMs = until - performance.now();
    if (leftMs <= 0) return null;
    if (await within(answered, Math.min(lookEveryMs, leftMs), signal)) return undefined;
  }
  return undefined;
}

/** The dialog of another tab that this one's page waits for too, if it answers nothing. */
export async function heldUpByKin({ tabId, page, signal }: ToolContext): Promise<OpenDialog | null> {
  const dialog = dialogOfKin(tabId, page.origin);
  if (!dialog || (await within(isAnswering(tabId), promptMs, signal))) return null;
  return dialogOfKin(tabId, page.origin) ?? null;
}

/** Pages that have opened one another run on one thread where they are of one site, and wait together for the dialog of one. */
function dialogOfKin(tabId: number, origin: string | null): OpenDialog | undefined {
  return [...kinOf(tabId)]
    .map(kin => dialogIn(kin))
    .find(dialog => dialog !== undefined && mayBeOneSite(dialog.origin, origin));
}

/** By the last two labels of their hosts: of what is two sites all the same, it is asked whether it answers. */
function mayBeOneSite(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  const [a, b] = [one, other].map(origin => new URL(origin).hostname.split('.').slice(-2).join('.'));
  return a === b;
}

/** Whoever closes a preview by hand leaves no event behind; one that is still open may be of another tab. */
export async function forgetClosedPreview(tabId: number, signal: AbortSignal): Promise<void> {
  if (dialogIn(tabId)?.kind !== 'print') return;
  if ((await countPreviews()) === 0 || (await within(isAnswering(tabId), promptMs, signal))) forget(tabId);
}

/**
 * Previews do not say whose they are; while one is open, its page runs no scripts, and answers the debugger still. `answered` is the
 * page's answer to a script of before.
 */
async function isPrinting(tabId: number, answered: Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  if (!('debugger' in chrome) || (await countPreviews()) === 0 || !mayBeOf(tabId)) return false;
  const told = withBrowserSide(tabId, send => send('Page.getFrameTree')).then(
    () => true,
    () => false,
  );
  return (await within(told, promptMs, signal)) && !(await within(answered, besideMs, signal));
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
