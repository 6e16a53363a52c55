// The actions of computer that use the keyboard: in what has the focus, or in an element that gets it first.
import { ToolError } from '../tool-error.ts';
import { onElement, readTarget } from './target.ts';
import { type Arguments, readNumber, readString, type ToolContext, textResult } from './tool.ts';
import type { Action } from './page-input.ts';

export const type: Action = async (args, context, input) => {
  const text = readString(args, 'text');
  if (!text) throw new ToolError('ERR_INVALID_ARGUMENTS', 'type needs a text to type.');
  await focusTarget(args, context);
  await input.type(context, text);
  return textResult(`Typed ${text.length} characters${input.caveat}.`);
};

export const key: Action = async (args, context, input) => {
  const text = readString(args, 'text')?.trim();
  if (!text) throw new ToolError('ERR_INVALID_ARGUMENTS', 'key needs a text such as "Enter" or "ctrl+a".');
  const times = Math.round(readNumber(args, 'repeat', 1, 1, 100));
  await focusTarget(args, context);
  const keys = text.split(/\s+/);
  await input.press(context, Array.from({ length: times }, () => keys).flat());
  return textResult(`Pressed ${text}${times === 1 ? '' : ` ${times} times`}${input.caveat}.`);
};

/** `clear` selects what a field holds, so that what is typed replaces it. */
async function focusTarget(args: Arguments, context: ToolContext): Promise<void> {
  const target = readTarget(args);
  if (target) await onElement(args, context, target, 'focusElement', args.clear === true);
}
