// What a command answers: lines for a person, or one line of JSON for a program; an error likewise, on stderr.
import { printAside, printJson, printJsonAside, printLines } from '../core/platform/terminal.ts';
import { errorText, reasonOfError } from './error-text.ts';
import { failureOf } from './exit-codes.ts';
import type { CliWords } from './words/cli-words.ts';

export function printAnswer(json: boolean, value: unknown, lines: () => readonly string[]): void {
  if (json) printJson(value);
  else printLines(lines());
}

/** Says what went wrong, and lets the process end with the code for it. */
export function printFailure(error: unknown, words: CliWords, json: boolean): void {
  const { exitCode, code } = failureOf(error);
  process.exitCode = exitCode;
  const message = errorText(error, words);
  if (json) printJsonAside({ error: { exitCode, code, message, reason: reasonOfError(error) } });
  else printAside(`pilothouse: ${message}`);
}
