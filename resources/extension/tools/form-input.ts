// form_input: sets the value of one field of a form.
import { ToolError } from '../tool-error.ts';
import { expectTarget, onElement } from './target.ts';
import { type Tool, textResult } from './tool.ts';

export const formInput: Tool = async (args, context) => {
  const target = expectTarget(args, 'form_input');
  const { value } = args;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      `value is ${JSON.stringify(value)}; send a text or a number, or true or false for what can be checked.`,
    );
  const { done } = await onElement(args, context, target, 'fillElement', value);
  return textResult(done);
};
