// Carries a call out so that nothing which its page opens can hold it up: the call is answered as soon as a dialog opens, and names it.

import { cutEnd } from '../../../contract/visible-text.ts';
import { actBegins } from '../opened-tabs.ts';
import { ToolError } from '../tool-error.ts';
import { takePermissions } from './asked-permissions.ts';
import { askedWords, isSignInAsked } from './asked-sign-in.ts';
import { keepAttached, stayAttached } from './debugger-session.ts';
import { dialogRemedy } from './dialog-remedy.ts';
import { dialogElsewhere, dialogIn, type OpenDialog, onDialog, takeAnsweredByHand } from './dialogs.ts';
import { interceptChoosers, takeChooser } from './file-choosers.ts';
import { busyMs } from './javascript-tool.ts';
import { namedDialog } from './named-dialog.ts';
import { openedWords } from './opened-words.ts';
import { forgetClosedPreview, heldUpByKin, untilStuck } from './stuck-page.ts';
import { type Arguments, type ContentBlock, sleep, type ToolContext, type ToolResult } from './tool.ts';

export interface Call extends ToolContext {
  readonly tool: string;
  readonly args: Arguments;
  /** Its keys answer the dialog of its page, see `dialogKeys`. */
  readonly isForDialog?: boolean;
}

/** When the call began, and what was to be told by then; and what its tool says of what would be left undone. */
interface Before {
  readonly since: number;
  readonly news: string;
  readonly ifCut: () => string;
}

type End =
  | { readonly kind: 'done'; readonly result: ToolResult }
  | { readonly kind: 'dialog'; readonly dialog: OpenDialog }
  | { readonly kind: 'stuck' };

/** Those may begin while a dialog is open. */
const past = new Set(['handle_dialog', 'tabs_close']);
/** Those change nothing, so that without their answer nothing has come of them. */
const reading = new Set(['read_page', 'get_page_text', 'find', 'read_console_messages', 'read_network_requests']);
const looking = new Set(['screenshot', 'zoom', 'wait', 'hover', 'scroll_to']);
/** `navigate` waits so long for its page, and has to be able to leave one that is held up. */
const loadMs = 30_000;
/** A GIF of many large frames takes a slow machine so long. */
const encodeMs = 120_000;
/** A page may be busy for seconds with what it is given: three million characters in a text area take a slow machine 20 s to lay out. */
const msPerCharacter = 0.01;
const mostMsForText = 30_000;
/** An answer to a dialog is a matter of moments, but for the page that it lets the tab go to. */
const answerMs = 20_000;

/**
 * `run` is given a signal that aborts as well when a dialog opens: what is left of the call is not done behind it, and the answer says so.
 * `news` is what its caller has to know already, '' for nothing. Throws ERR_TOOL_FAILED for a call that a dialog or a page which answers
 * nothing keeps from its answer.
 */
export async function amongDialogs(
  call: Call,
  news: string,
  run: (context: Required<Pick<ToolContext, 'signal' | 'ifCut'>>) => Promise<ToolResult>,
): Promise<ToolResult> {
  await expectNoDialog(call);
  const over = new AbortController();
  const signal = AbortSignal.any([call.signal, over.signal]);
  let words = '';
  const before = { since: performance.now(), news, ifCut: () => words };
  const ifCut = (left: string) => {
    words = left;
  };
  const endsAct = isReading(call) ? [] : await beginsAct(call);
  if (isReading(call)) void stayAttached(call.tabId);
  let stop = () => {};
  const opened = new Promise<End>(resolve => {
    stop = onDialog(call.tabId, dialog => resolve({ kind: 'dialog', dialog }));
  });
  try {
    const done = run({ signal, ifCut }).then(
      (result): End => ({ kind: 'done', result }),
      error => failed(call, error),
    );
    // The answer to one dialog tells itself of the next.
    const ends = isAnswer(call) ? [done, late(signal)] : [done, opened, stuckEnd(call, signal)];
    return await endWith(call, before, await Promise.race(ends));
  } finally {
    stop();
    over.abort(new Error('The call was answered.'));
    for (const end of endsAct) end();
  }
}

/** Answers with what ends it again. */
async function beginsAct({ tool, tabId }: Call): Promise<(() => void)[]> {
  const ends = actBegins(tabId);
  if (!('debugger' in chrome)) return [ends];
  // A page that only loads needs no focus, and to draw it for nobody takes longer than to load it.
  const use = tool === 'navigate' ? 'held' : 'used';
  return [ends, await keepAttached(tabId, use), interceptChoosers(tabId)];
}

/** A page that its user has to sign in to is the better reason for what could not be done in it. */
async function failed(call: Call, error: unknown): Promise<never> {
  const isForWant = error instanceof ToolError && error.code === 'ERR_TOOL_FAILED' && isSignInAsked(call.tabId);
  throw isForWant ? new ToolError('ERR_TOOL_FAILED', await signInWords(call), error.details) : error;
}

function signInWords(call: Call): Promise<string> {
  return askedWords({ ...call, decided: [call.page.origin, ...call.page.frames] });
}

async function late(signal: AbortSignal): Promise<End> {
  await sleep(answerMs, signal).catch(() => new Promise(() => {}));
  return { kind: 'stuck' };
}

async function stuckEnd(call: Call, signal: AbortSignal): Promise<End> {
  const dialog = await untilStuck(call, signal, patienceWith(call)).catch(() => new Promise<null>(() => {}));
  return dialog ? { kind: 'dialog', dialog } : { kind: 'stuck' };
}

/** Beyond what a page is given that has nothing to do. */
function patienceWith({ tool, args }: Call): number {
  if (tool === 'navigate') return loadMs;
  // It is this extension that is busy, and hears no page meanwhile.
  if (tool === 'gif_creator') return encodeMs;
  // A script of the caller's may keep its page busy for as long as it was given.
  if (tool === 'javascript_tool') return busyMs(args);
  const given = JSON.stringify([args.text, args.value, args.fields]);
  return Math.min(given.length * msPerCharacter, mostMsForText);
}

async function endWith(call: Call, before: Before, end: End): Promise<ToolResult> {
  const { tool, tabId } = call;
  if (end.kind === 'stuck') throw stuckError(call, before);
  if (end.kind === 'done') return withNews(call, before, end.result);
  if (end.dialog.tabId !== tabId) return heldElsewhere(call, before, end.dialog);
  const name = actionOf(call);
  const words = await namedDialog(call, end.dialog);
  if (isReading(call))
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `${name} has no answer: tab ${tabId} opened ${words}. ${dialogRemedy(call, end.dialog)}, then call again.`,
    );
  const value = tool === 'javascript_tool' ? ' The value of the script is not known.' : '';
  const remedy = dialogRemedy(call, end.dialog);
  const text = `${name} opened ${words}, in tab ${tabId}.${value} ${remedy}. ${before.ifCut()}`.trim();
  return { content: [{ type: 'text', text }], surprise: true };
}

/** The page waits for the dialog of one that it has opened, or was opened from. */
async function heldElsewhere(call: Call, { since, ifCut }: Before, dialog: OpenDialog): Promise<ToolResult> {
  const words = `no answer: there is ${dialogElsewhere(dialog)}. ${dialogRemedy(call, dialog, true)}`;
  const name = actionOf(call);
  if (isReading(call)) throw new ToolError('ERR_TOOL_FAILED', `${name} has ${words}, then call again.`);
  const told = [ifCut(), await openedWords(call, since)].filter(each => each !== '');
  const text = [`${name} was begun and has ${words}.`, ...told].join(' ');
  return { content: [{ type: 'text', text }], surprise: true };
}

/** The answer, and what its caller has to know beside it. */
async function withNews(call: Call, before: Before, result: ToolResult): Promise<ToolResult> {
  const { tool, tabId } = call;
  const dialog = dialogIn(tabId);
  const byHand = takeAnsweredByHand(tabId);
  const told = [before.news, byHand, takeChooser(tabId)];
  // A page that a dialog holds up says nothing.
  if (!dialog) told.push(await takePermissions(tabId));
  told.push(await openedWords(call, before.since));
  if (tool !== 'tabs_close') told.push(await signInWords(call));
  if (dialog && tool !== 'tabs_close')
    told.push(`Open in tab ${tabId} now: ${await namedDialog(call, dialog)}. ${dialogRemedy(call, dialog)}.`);
  const news = told.filter(words => words !== '');
  if (news.length === 0) return result;
  return { ...result, content: withText(result.content, news.join(' ')), surprise: true };
}

/** In the block of an answer in words, because some wires show the first alone; beside one that is read by programs. */
function withText(content: readonly ContentBlock[], news: string): ContentBlock[] {
  const [first, ...rest] = content;
  if (first?.type !== 'text' || /^[[{"]/.test(first.text)) return [...content, { type: 'text', text: news }];
  return [{ type: 'text', text: `${first.text} ${news}` }, ...rest];
}

async function expectNoDialog(call: Call): Promise<void> {
  const { tool, tabId } = call;
  await forgetClosedPreview(tabId, call.signal);
  if (past.has(tool) || call.isForDialog) return;
  const dialog = dialogIn(tabId) ?? (tool === 'navigate' ? null : await heldUpByKin(call));
  if (!dialog) return;
  if (dialog.tabId !== tabId)
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `There is ${dialogElsewhere(dialog)}. ${dialogRemedy(call, dialog, true)}, then call ${actionOf(call)} again; it was not begun.`,
      { begun: false },
    );
  const words = await namedDialog(call, dialog);
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `Tab ${tabId} shows ${words}. ${dialogRemedy(call, dialog)}, then call ${actionOf(call)} again; it was not begun.`,
    { begun: false },
  );
}

function stuckError(call: Call, { ifCut }: Before): ToolError {
  const { tabId } = call;
  // Programs that list no handle_dialog may list no tabs_close either.
  const leave = call.dialogs ? 'navigate' : 'navigate or tabs_close';
  const left = ifCut() || 'It may have been carried out.';
  const begun = isReading(call) ? '' : ` It was begun. ${left}`;
  return new ToolError(
    'ERR_TOOL_FAILED',
    `The page of tab ${tabId} answers nothing: a dialog, of its own or of another page of its site, or a busy script holds it up, and ${actionOf(call)} waits no longer.${begun} Ask the user to answer the dialog, or leave the page with ${leave}.`,
  );
}

function isAnswer({ tool, isForDialog }: Call): boolean {
  return tool === 'handle_dialog' || isForDialog === true;
}

function isReading({ tool, args }: Pick<Call, 'tool' | 'args'>): boolean {
  return reading.has(tool) || (tool === 'computer' && looking.has(String(args.action)));
}

/** What its caller called; an action is no tool of its own. */
function actionOf({ tool, args }: Call): string {
  return tool === 'computer' ? `computer ${cutEnd(String(args.action), 30)}` : tool;
}
