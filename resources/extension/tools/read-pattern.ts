// A regular expression among a call's arguments.
import { ToolError } from '../tool-error.ts';
import { type Arguments, readString } from './tool.ts';

const maxChars = 500;

/** Null when absent. Throws ERR_INVALID_ARGUMENTS for what is none. */
export function readPattern(args: Arguments, name: string): RegExp | null {
  const source = readString(args, name);
  if (!source) return null;
  try {
    if (source.length <= maxChars) return new RegExp(source, 'i');
  } catch {
    // Said below, like one that is too long.
  }
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `${name} is ${JSON.stringify(source.slice(0, 100))}; send a regular expression of at most ${maxChars} characters.`,
  );
}
