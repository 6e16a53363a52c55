// Keys that answer the dialog of a page, as those of whoever sits before it do: the agents of some programs have no other tool for that.
import { ToolError } from '../tool-error.ts';
import { meansDialog } from './asked-dialog.ts';
import { dialogIn, type OpenDialog } from './dialogs.ts';
import { expectAnswerable, handleDialog } from './handle-dialog.ts';
import { forgetClosedPreview } from './stuck-page.ts';
import { type Arguments, readString, type Tool, type ToolContext, textResult } from './tool.ts';

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
/** What was typed for a prompt and not handed to it yet, and who typed it. */
const typed = new WeakMap<OpenDialog, { readonly by: string; readonly text: string }>();

/** What the call does in place of its tool where a dialog takes its keys; null for every other call. */
export async function dialogKeys({ tool, args, tabId, signal, dialogs }: Asked): Promise<Tool | null> {
  if (dialogs === 'user' || !meansDialog(tool, args, tabId)) return null;
  await forgetClosedPreview(tabId, signal);
  const dialog = dialogIn(tabId);
  // One that no answer has named is named first.
  if (!dialog?.isTold) return null;
  if (args.action === 'type') return dialog.kind === 'prompt' ? typeForPrompt : null;
  const accept = answers.get(String(args.text).trim().toLowerCase());
  const isOnce = args.repeat === undefined || args.repeat === null || args.repeat === 1;
  return accept === undefined || !isOnce ? null : (_, context) => press(accept, context);
}

async function press(accept: boolean, context: ToolContext) {
  const dialog = dialogIn(context.tabId);
  if (accept && dialog?.kind === 'print')
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'No agent may print; key Escape closes the print preview.');
  const text = accept && dialog?.kind === 'prompt' ? textFor(dialog, context) : '';
  return handleDialog({ accept, ...(text !== '' && { text }) }, context);
}

/** A prompt shows none of it, because the browser takes a text and its answer together. */
const typeForPrompt: Tool = async (args, context) => {
  const text = readString(args, 'text');
  if (!text) throw new ToolError('ERR_INVALID_ARGUMENTS', 'type needs a text to type.');
  const dialog = await expectAnswerable(context);
  const before = args.clear === true ? '' : textFor(dialog, context);
  typed.set(dialog, { by: context.keptFor, text: before + text });
  return textResult(
    `Typed ${text.length} characters for the prompt dialog, in place of what is filled in; key Enter accepts it with them.`,
  );
};

/** A tab that has come to another owner hands over nothing that was typed before. */
function textFor(dialog: OpenDialog, { keptFor }: ToolContext): string {
  const kept = typed.get(dialog);
  return kept?.by === keptFor ? kept.text : '';
}
