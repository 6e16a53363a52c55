// What a function in a page answers where it cannot do what was asked, and the error of it.
import { ToolError } from './tool-error.ts';
import type { Problem } from './page/element-refs.ts';

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'problem' in value;
}

export function problemError({ problem, kind }: Problem): ToolError {
  return new ToolError(kind === 'invalid' ? 'ERR_INVALID_ARGUMENTS' : 'ERR_TOOL_FAILED', problem);
}
