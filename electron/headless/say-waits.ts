// Tells whoever sits at the terminal that the hub waits for the user, besides what a program reads from stdout.
import { printAside, printJsonAside } from '../core/platform/terminal.ts';
import type { OnWaits } from '../core/ask-hub.ts';
import type { CliWords } from './words/cli-words.ts';

export function sayWaits(words: CliWords, json = false): OnWaits {
  return (sentence, reason) => {
    if (json) printJsonAside({ waits: { message: sentence, reason: reason ?? null } });
    else printAside(`pilothouse: ${reason ? words.reason(reason) : sentence}`);
  };
}
