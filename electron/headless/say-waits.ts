// Tells whoever sits at the terminal that the hub waits for the user, beside what a program reads from stdout.
import { printAside } from '../core/platform/terminal.ts';

export function sayWaits(sentence: string): void {
  printAside(`pilothouse: ${sentence}`);
}
