// What an act came to: what it went to, and what has changed since its page is watched.
import { maxUrlChars } from '../../../contract/companion.ts';
import { announceOpening, hasOpened } from '../opened-tabs.ts';
import { isLeaving } from '../tab-documents.ts';
import { ToolError } from '../tool-error.ts';
import { isSignInAsked } from './asked-sign-in.ts';
import { chooserComes } from './file-choosers.ts';
import { inPage } from './in-page.ts';
import { describeOpened } from './opened-page.ts';
import { sleep, type ToolContext, type ToolResult, textResult } from './tool.ts';
import { usedDocument } from './used-document.ts';
import { waitableSeconds } from './waitable-seconds.ts';
import type { Changes } from '../page/watch.ts';
import type { Point } from './page-input.ts';

/** Pages act on a press at once or in the task after; only where nothing was seen there is a second look. */
const secondLookMs = 30;
/** A page that is on its way is waited for, so that the next call finds it there. */
const arriveMs = 2_000;
const departMs = 500;
/** A tab that loads nothing for so long is on its way nowhere. */
const quietMs = 100;
const lookEveryMs = 25;

export interface Act {
  readonly context: ToolContext;
  /** When it began, as `performance.now()`. */
  readonly since: number;
}

export interface Outcome {
  /** Null where the page was left, so that nobody knows. */
  readonly changes: Changes | null;
  /** Where the page is another one now, or on its way there; '' where it is not. */
  readonly surprise: string;
}

export function beginAct(context: ToolContext): Act {
  return { context, since: performance.now() };
}

/**
 * Asks the page, and waits for the one that it is on its way to. Never fails for what the act has done to the page. `looksTwice`
 * where it matters that nothing has changed.
 */
export async function outcomeOf(act: Act, looksTwice = true): Promise<Outcome> {
  const { context, since } = act;
  const { page, tabId, signal } = context;
  let changes = await look(act, !looksTwice);
  if (looksTwice && changes && !changes.any && !isLeaving(page.tabId) && !hasOpened(tabId, since)) {
    await sleep(secondLookMs, signal);
    changes = await look(act, true);
  }
  const led = changes?.led ?? [];
  if (led.includes('new tab')) announceOpening(tabId);
  if (led.includes('files')) await chooserComes(tabId);
  const isOnItsWay = await untilArrived(context, led.includes('away'));
  signal.throwIfAborted();
  const surprise = await surpriseOf(context, changes, isOnItsWay);
  // The tab itself is told of beside what the act has come to, once its owner is known.
  const any = hasOpened(tabId, since) || changes?.any === true;
  return { changes: changes && { ...changes, any }, surprise };
}

/** As a sentence; '' where the page is what it was. */
async function surpriseOf(context: ToolContext, changes: Changes | null, isOnItsWay: boolean): Promise<string> {
  const { page } = context;
  const isFrameLeft = changes === null && page.isHere && usedDocument(context) !== page;
  if (isFrameLeft) return 'Its frame is gone or shows another page now; call read_page again.';
  if (changes === null || !page.isHere) return arrival(context);
  if (isOnItsWay) return 'The tab is on its way to another page.';
  return changes.url === '' ? '' : `The address is ${shortened(changes.url)} now.`;
}

/** `done` says what was done, with what it went to, and no full stop. */
export function outcomeResult(done: string, { changes, surprise }: Outcome, meant = ''): ToolResult {
  const missed = changes !== null && !changes.isMeant;
  const sentences = [
    ...(missed ? [`The press went to ${changes.hit} instead: the ${meant || 'element'} moved away.`] : []),
    ...(changes?.notices ?? []).map(notice => `It shows ${notice}.`),
    ...(surprise === '' ? [] : [surprise]),
    ...(changes && !changes.any && surprise === '' ? ['No change seen.'] : []),
  ];
  const text = [`${done}${missed ? '' : told(changes)}.`, ...sentences].join(' ');
  return { ...textResult(text), ...((missed || surprise !== '') && { surprise: true }) };
}

/** What is new about what was used, to be set behind its name. */
function told(changes: Changes | null): string {
  if (!changes) return '';
  const state = changes.state.map(each => `, ${each.startsWith('holds') ? each : `now ${each}`}`).join('');
  if (changes.focus === '') return state;
  return changes.focus === 'itself' ? `${state}, focused` : `${state}; the focus is on ${changes.focus}`;
}

/** Null for another document, which was not watched, and where nobody answers. */
async function look({ context }: Act, isLast: boolean): Promise<Changes | null> {
  const { page, signal } = context;
  if (!page.isHere) return null;
  try {
    return await inPage({ page: usedDocument(context), signal }, 'tellChanges', isLast);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/**
 * Waits for the page that the tab is on its way to. The browser tells of one that was asked for a little later than the page that
 * asked. Answers whether it is on its way still.
 */
async function untilArrived(context: ToolContext, isExpected: boolean): Promise<boolean> {
  const { page, tabId, signal } = context;
  const mostMs = arrivalMs(context);
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  let quietFromMs = isExpected ? departMs : 0;
  while (page.isHere && !isSignInAsked(tabId) && (isLeaving(page.tabId) || passedMs() < quietFromMs)) {
    const { status } = await chrome.tabs.get(tabId).catch(() => ({ status: 'complete' }));
    // Firefox tells of a beginning without an end for a jump within a page, and of a failure before some pages come.
    if (status === 'loading') quietFromMs = passedMs() + quietMs;
    else if (passedMs() > Math.max(quietFromMs, quietMs)) return false;
    if (passedMs() > mostMs) return true;
    await sleep(lookEveryMs, signal);
  }
  return false;
}

/** Its title is its content, so it is told only where the call may have that. */
async function arrival(context: ToolContext): Promise<string> {
  const { page, tabId, covers } = context;
  try {
    await loaded(context);
    const { opened } = await describeOpened(tabId, page.origin, covers);
    const title = opened.title && !page.isOfOneDocument ? ` ${JSON.stringify(opened.title)}` : '';
    return `The page is ${shortened(opened.url) || 'empty'} now${title}.`;
  } catch {
    return `Tab ${tabId} is closed now.`;
  }
}

/** A page has no title before it was read so far. */
async function loaded(context: ToolContext): Promise<void> {
  const { tabId, signal } = context;
  const until = performance.now() + arrivalMs(context);
  while (performance.now() < until && (await chrome.tabs.get(tabId)).status === 'loading')
    await sleep(lookEveryMs, signal);
}

/** No longer than the call has. */
function arrivalMs(context: ToolContext): number {
  return Math.min(arriveMs, waitableSeconds(context) * 1_000);
}

/** A place in whole pixels. */
export function shown({ x, y }: Point): string {
  return `(${Math.round(x)}, ${Math.round(y)})`;
}

function shortened(url: string): string {
  return url.length > maxUrlChars ? `${url.slice(0, maxUrlChars)}…` : url;
}
