// Tells whoever sits at the terminal that the hub waits for the user, besides what a program reads from stdout.
import { printAside } from '../core/platform/terminal.ts';
import type { OnWaits } from '../core/ask-hub.ts';
import type { CliWords } from './cli-words.ts';

export function sayWaits(words: CliWords): OnWaits {
  return (sentence, reason) => printAside(`pilothouse: ${reason ? words.reason(reason) : sentence}`);
}
