// Keys that answer the dialog of a page, as those of whoever sits before it do: the agents of some programs have no other tool for that.
import { ToolError } from '../tool-error.ts';
import { meansDialog } from './asked-dialog.ts';
import { dialogIn, type OpenDialog } from './dialogs.ts';
import { expectAnswerable, handleDialog } from './handle-dialog.ts';
import { forgetClosedPreview } from './stuck-page.ts';
import { type Arguments, readString, type Tool, type ToolContext, textResult } from './tool.ts';
import { keepTyped, typedFor } from './typed-for-prompt.ts';

interface Asked extends Pick<ToolContext, 'tabId' | 'signal' | 'dialogs'> {
  readonly tool: string;
  readonly args: Arguments;
}

/** What each of them answers. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ['enter', true],
  ['return', true],
  ['escape', false],
  ['esc', false],
]);

/**
 * What the call does in place of its tool where a dialog takes its keys; null for every other call. `known` is the dialog that its asker
 * knew of when the call came: another one is named first.
 */
export async function dialogKeys(
  { tool, args, tabId, signal, dialogs }: Asked,
  known: OpenDialog | null,
): Promise<Tool | null> {
  if (dialogs === 'user' || !meansDialog(tool, args, tabId)) return null;
  await forgetClosedPreview(tabId, signal);
  const dialog = dialogIn(tabId);
  if (!dialog || dialog !== known) return null;
  if (args.action === 'type') return dialog.kind === 'prompt' ? typeForPrompt : null;
  const accept = answers.get(String(args.text).trim().toLowerCase());
  const isOnce = args.repeat === undefined || args.repeat === null || args.repeat === 1;
  return accept === undefined || !isOnce ? null : (_, context) => press(accept, context);
}

async function press(accept: boolean, context: ToolContext) {
  const dialog = dialogIn(context.tabId);
  if (accept && dialog?.kind === 'print')
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'No agent may print; key Escape closes the print preview.');
  if (dialog) await expectMayAnswer(dialog, context);
  return handleDialog({ accept }, context);
}

/** Asked now, because rules for handle_dialog may have changed while the call waited for its turn. */
async function expectMayAnswer(dialog: OpenDialog, { tabId, page, covers }: ToolContext): Promise<void> {
  // A document without an address of its own may stand in any of the frames.
  const from = dialog.origin === null ? [page.origin, ...page.frames] : [dialog.origin];
  const origins = from.filter(origin => origin !== null);
  const may = origins.length > 0 ? await covers(origins, 'dialog') : new Set();
  if (origins.every(origin => may.has(origin))) return;
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `By now no rule lets this agent answer the dialog in tab ${tabId}; nothing was answered. Ask the user to answer it in the browser.`,
    { begun: false },
  );
}

/** A prompt shows none of it, because the browser takes a text and its answer together. */
const typeForPrompt: Tool = async (args, context) => {
  const asked = readString(args, 'text');
  if (asked === null || (asked === '' && args.clear !== true))
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'type needs a text to type; with clear: true it may be empty.');
  // As at the keyboard: the field of a prompt has one line.
  const text = asked.replaceAll(/[\r\n]+/g, '');
  const dialog = await expectAnswerable(context);
  await expectMayAnswer(dialog, context);
  const whole = args.clear === true ? text : `${typedFor(dialog, context) ?? ''}${text}`;
  keepTyped(dialog, context, whole);
  const said = text === '' ? 'Nothing is left for' : `Typed ${text.length} characters for`;
  const cut = text === asked ? '' : ' It takes no line breaks, which were left out.';
  return textResult(`${said} the prompt dialog, in place of what is filled in; key Enter accepts it with that.${cut}`);
};
