// How many tokens of context a program is started with, as it is typed; empty leaves that to the program.
import { t } from '../../../words/language.ts';

const [least, most] = [256, 10_000_000];

export function contextOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim());
}

/** Null where nothing is wrong with it. */
export function contextTrouble(text: string): string | null {
  const context = contextOf(text);
  if (context === null || (Number.isInteger(context) && context >= least && context <= most)) return null;
  return t('“{text}” is no number of tokens; enter 256 to 10000000, or nothing.', { text });
}
