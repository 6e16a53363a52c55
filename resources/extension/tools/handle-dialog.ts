// handle_dialog: answers the dialog that the page of a tab holds open. Only one that an answer has named before is answered.
import { moved } from '../moved-error.ts';
import { settled } from '../tab-documents.ts';
import { ToolError } from '../tool-error.ts';
import { withBrowserSide } from './debugger-session.ts';
import { answeringCall } from './dialog-remedy.ts';
import { dialogIn, type OpenDialog, onDialog } from './dialogs.ts';
import { foreignOrigins, namedDialog } from './named-dialog.ts';
import { closePreview } from './print-preview.ts';
import { type Arguments, readString, sleep, type Tool, type ToolContext, type ToolResult, textResult } from './tool.ts';
import { typedFor } from './typed-for-prompt.ts';
import { waitableSeconds } from './waitable-seconds.ts';

/** A page that opens one dialog after the other does so at once; so the answer to the first can name the second. */
const nextDialogMs = 100;
const arriveMs = 10_000;
/** A page that may be left goes at once, but a busy browser tells of it late. */
const leavesWithinMs = 3_000;
const lookEveryMs = 20;

export const handleDialog: Tool = async (args, context) => {
  const { tabId } = context;
  const { accept } = args;
  if (typeof accept !== 'boolean')
    throw new ToolError('ERR_INVALID_ARGUMENTS', `accept is ${JSON.stringify(accept)}; send true or false.`);
  const dialog = await expectAnswerable(context, open => readText(args, open));
  const text = readText(args, dialog) ?? (accept ? typedFor(dialog, context) : null);
  if (dialog.kind === 'print') return closed(context, accept);
  const leaving = watchLeaving(tabId);
  try {
    await answer(context, dialog, { accept, ...(text !== null && { promptText: text }) });
    return await told(context, dialog, { accept, hasBegun: leaving.hasBegun });
  } finally {
    leaving.stop();
  }
};

/**
 * The dialog that the page of the call holds open, which its caller may answer. `expect` looks at it before anything is asked of the
 * page. Throws where there is none, where it is of a frame that was not decided for, and where no answer has named it.
 */
export async function expectAnswerable(
  context: ToolContext,
  expect: (dialog: OpenDialog) => unknown = () => {},
): Promise<OpenDialog> {
  const { tabId, page, signal } = context;
  const dialog = dialogIn(tabId);
  if (!dialog) throw new ToolError('ERR_INVALID_ARGUMENTS', noDialog(tabId));
  expect(dialog);
  const [foreign] = await foreignOrigins(context, dialog);
  if (foreign !== undefined) throw moved(tabId, { url: foreign, origin: foreign, inFrame: true, begun: false });
  if (!dialog.toldTo.has(context.asker))
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `Tab ${tabId} shows ${await namedDialog(context, dialog)}, which no answer had named before; call ${answeringCall(context)} again to answer that one.`,
      { begun: false },
    );
  await page.expectStill(false);
  signal.throwIfAborted();
  if (dialogIn(tabId) !== dialog) throw new ToolError('ERR_TOOL_FAILED', noDialog(tabId), { begun: false });
  return dialog;
}

/** Whether the tab, or a frame of it, goes on its way to another document from now on. */
function watchLeaving(tabId: number): { hasBegun(): boolean; stop(): void } {
  let begun = false;
  const note = (details: { tabId: number }) => {
    begun ||= details.tabId === tabId;
  };
  chrome.webNavigation.onBeforeNavigate.addListener(note);
  return { hasBegun: () => begun, stop: () => chrome.webNavigation.onBeforeNavigate.removeListener(note) };
}

function noDialog(tabId: number): string {
  return 'debugger' in chrome
    ? `No dialog that can be answered is open in tab ${tabId}; go on without.`
    : 'Firefox lets no extension see or answer the dialogs of pages; ask the user to answer it.';
}

/** Null where none is given. */
function readText(args: Arguments, { kind }: OpenDialog): string | null {
  const text = readString(args, 'text');
  if (text === null || kind === 'prompt') return text;
  throw new ToolError('ERR_INVALID_ARGUMENTS', `A ${kind} dialog takes no text; send accept alone.`);
}

/** Without a text a prompt is accepted with what it offers, as by its own button. */
async function answer(
  { tabId }: ToolContext,
  dialog: OpenDialog,
  given: { accept: boolean; promptText?: string },
): Promise<void> {
  dialog.isAnswered = true;
  const offered = dialog.kind === 'prompt' && given.accept ? { promptText: dialog.offered } : {};
  await withBrowserSide(tabId, send => send('Page.handleJavaScriptDialog', { ...offered, ...given })).catch(
    (error: unknown) => {
      dialog.isAnswered = false;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolError(
        'ERR_TOOL_FAILED',
        `The dialog in tab ${tabId} could not be answered (${reason}); look at the tab again.`,
      );
    },
  );
}

async function closed(context: ToolContext, accept: boolean): Promise<ToolResult> {
  if (accept)
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'No agent may print; send accept false to close the print preview.');
  await closePreview(context);
  return textResult('Closed the print preview; nothing was printed.');
}

async function told(
  context: ToolContext,
  { kind }: OpenDialog,
  { accept, hasBegun }: { readonly accept: boolean; hasBegun(): boolean },
): Promise<ToolResult> {
  const { tabId, page, signal } = context;
  const done = `${accept ? 'Accepted' : 'Dismissed'} the ${kind} dialog.`;
  await nextDialog(tabId, signal);
  if (kind === 'beforeunload' && !accept) return textResult(`${done} Tab ${tabId} stays where it is.`);
  if (kind === 'beforeunload') await untilLeaving(context, hasBegun);
  await settled(tabId, Math.min(arriveMs, waitableSeconds(context) * 1_000));
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (!tab) return textResult(`${done} Tab ${tabId} is closed.`);
  return textResult(page.isHere ? done : `${done} Tab ${tabId} shows another page now.`);
}

/** Until the tab or a frame of it is on its way to another document, or the tab is closed. */
async function untilLeaving(context: ToolContext, hasBegun: () => boolean): Promise<void> {
  const { tabId, signal } = context;
  const until = performance.now() + Math.min(leavesWithinMs, waitableSeconds(context) * 1_000);
  const isOpen = () =>
    chrome.tabs.get(tabId).then(
      () => true,
      () => false,
    );
  while (!hasBegun() && performance.now() < until && (await isOpen())) await sleep(lookEveryMs, signal);
}

async function nextDialog(tabId: number, signal: AbortSignal): Promise<void> {
  let stop = () => {};
  const opened = new Promise<void>(resolve => {
    stop = onDialog(tabId, () => resolve());
  });
  await Promise.race([opened, sleep(nextDialogMs, signal)]).finally(() => stop());
}
