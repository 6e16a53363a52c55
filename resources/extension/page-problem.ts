// What a function in a page answers where it cannot do what was asked, and the error of it.
import { ToolError } from './tool-error.ts';
import type { Problem } from './page/element-refs.ts';

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'problem' in value;
}

export function problemError({ problem, kind }: Problem): ToolError {
  if (kind === 'changed') return changedError(problem);
  return new ToolError(kind === 'invalid' ? 'ERR_INVALID_ARGUMENTS' : 'ERR_TOOL_FAILED', problem);
}

/** For an element that is another one, or is called otherwise, than the user was shown: it was not used. */
export function changedError(sentence: string): ToolError {
  return new ToolError('ERR_TOOL_FAILED', sentence, { elementChanged: true, begun: false });
}
