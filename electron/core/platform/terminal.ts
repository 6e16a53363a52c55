// What Pilothouse writes to a terminal. Names of tools, servers, programs and pages stand in it, so nothing of it steers the terminal.
import { visibleText } from '../../../contract/visible-text.ts';

// Whoever reads it may go away, and a hub goes on without its log.
process.stderr.on('error', () => {});

/** Each on a line of its own on stdout. */
export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map(line => `${visibleText(line)}\n`).join(''));
}

/** On one line of stdout, for programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(JSON.stringify(value))}\n`);
}

/** One sentence on stderr, beside what a program reads from stdout. */
export function printAside(sentence: string): void {
  process.stderr.write(`${visibleText(sentence)}\n`);
}

/** The same beside it: an error, or what is waited for, for programs. */
export function printJsonAside(value: unknown): void {
  process.stderr.write(`${visibleJson(JSON.stringify(value))}\n`);
}

/** For pino: its lines, as JSON, on stderr. */
export const logOnTerminal = {
  write(line: string): void {
    process.stderr.write(`${visibleJson(line.trimEnd())}\n`);
  },
};

/** The same JSON value, with what steers a terminal or hides escaped. JSON itself escapes only what is below the blank. */
function visibleJson(json: string): string {
  return visibleText(json, sign =>
    sign.replace(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
