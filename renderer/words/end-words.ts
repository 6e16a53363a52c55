// Why a call ended as it did: the hub's refusals and errors in the language of the panel, all else as whoever ended it said it.
import { visibleText } from '../../contract/visible-text.ts';
import { named } from './named.ts';
import { reasonParts } from './reason-words.ts';
import { decidedWords } from './rule-words.ts';
import type { TraceEntry } from '../../contract/schemas/trace.ts';
import type { ReasonPart } from '../../words/reason.ts';
import type { Names } from './named.ts';

type End = Pick<TraceEntry, 'outcome' | 'rule' | 'reason' | 'why'>;

/** In pieces, for `ReasonParts`; none where nothing is said. */
export function endParts({ outcome, rule, reason, why }: End, names: Names): ReasonPart[] {
  if (why) return reasonParts(named(why, names));
  // Imported and older entries have the sentence that its agent was told, and the rule that it was refused by.
  const meaning = outcome === 'refused' && rule !== null ? decidedWords(rule) : null;
  const said = reason === null ? [] : [{ foreign: reason }];
  return meaning === null ? said : [meaning, ...said.flatMap(part => [' ', part])];
}

/** As one text; null where nothing is said. */
export function endWords(end: End, names: Names): string | null {
  const parts = endParts(end, names);
  return parts.length === 0
    ? null
    : parts.map(part => (typeof part === 'string' ? part : visibleText(part.foreign))).join('');
}
