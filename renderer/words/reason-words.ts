// What the hub says, in the language of the panel.
import { english } from '../../words/english.ts';
import { hasWords as hasWordsIn, reasonParts as partsIn, reasonText } from '../../words/reason.ts';
import { language } from './language.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { ReasonPart } from '../../words/reason.ts';

const words = language === 'de' ? (await import('../../words/german.ts')).german : english;

/** The sentence; with what is from outside made visible. */
export function reasonWords(reason: Reason): string {
  return reasonText(words, reason);
}

export function hasWords(reason: Reason): boolean {
  return hasWordsIn(words, reason);
}

/** The sentence in pieces: words of ours, and what is from outside. */
export function reasonParts(reason: Reason): ReasonPart[] {
  return partsIn(words, reason);
}
