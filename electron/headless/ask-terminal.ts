// Asks whoever sits at the terminal; what is asked stands on stderr, beside what a program reads.
import { createInterface } from 'node:readline/promises';
import { visibleText } from '../../contract/visible-text.ts';

/** Whether somebody can be asked. */
export function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Empty where it was given up. */
export async function askLine(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const given = new AbortController();
  terminal.once('close', () => given.abort());
  try {
    return (await terminal.question(visibleText(question), { signal: given.signal })).trim();
  } catch {
    return '';
  } finally {
    terminal.close();
  }
}
