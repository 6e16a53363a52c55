// Puts what the hub says into words: the text of a code, with its facts where the text has their names.
import { isRecord } from '../contract/json.ts';
import { isReason } from '../contract/reason.ts';
import { visibleText } from '../contract/visible-text.ts';
import type { Reason, Reasons } from '../contract/reasons.ts';

/** A text with `{fact}` where a fact stands; where the facts choose the text, the one that chooses. */
export type Wording<Facts> = string | ((facts: Readonly<Facts>) => string);
/** The texts of a family of codes. The compiler asks every language for all of them. */
export type Words<Family> = { readonly [K in keyof Family]: Wording<Family[K]> };

/** The words of a language. */
export interface ReasonWords {
  readonly texts: Words<Reasons>;
  /** Before the last of a list. `Intl.ListFormat` says the same for 6 MB of memory and 14 ms of each start. */
  readonly and: string;
}

/** A piece of a sentence: words of ours, or a text from outside. */
export type ReasonPart = string | { readonly foreign: string };

/** Where a fact stands in a text. */
const placePattern = /\{([\w.]+)\}/;

/** The sentence in pieces, so that whoever draws it can keep what is from outside apart. */
export function reasonParts(words: ReasonWords, reason: Reason): ReasonPart[] {
  try {
    return partsOf(words, reason);
  } catch {
    // Another version wrote it, whose facts are others.
    return [reason.kind];
  }
}

function partsOf(words: ReasonWords, reason: Reason): ReasonPart[] {
  if (reason.kind === 'several')
    return reason.reasons.flatMap((one, at) => [...(at === 0 ? [] : [' ']), ...reasonParts(words, one)]);
  const pieces = textOf(words, reason).split(placePattern);
  return pieces.flatMap((piece, at) => {
    if (at % 2 === 0) return piece === '' ? [] : [piece];
    const parts = factParts(words, factAt(reason, piece));
    return pieces[at + 1]?.startsWith('.') ? withoutPeriod(parts) : parts;
  });
}

/** The sentence as one text, with every unseen character of what is from outside made visible. */
export function reasonText(words: ReasonWords, reason: Reason): string {
  return reasonParts(words, reason)
    .map(part => (typeof part === 'string' ? part : visibleText(part.foreign)))
    .join('');
}

/** Whether there are words for it and for each reason that they show: a newer hub has codes of its own. */
export function hasWords(words: ReasonWords, reason: Reason): boolean {
  if (!Object.hasOwn(words.texts, reason.kind)) return false;
  try {
    return textOf(words, reason)
      .split(placePattern)
      .filter((_, at) => at % 2 === 1)
      .flatMap(place => factAt(reason, place))
      .every(fact => !isReason(fact) || hasWords(words, fact));
  } catch {
    return false;
  }
}

/** A code that a newer hub has is shown by its name. */
function textOf({ texts }: ReasonWords, reason: Reason): string {
  const wording = Object.hasOwn(texts, reason.kind) ? (texts[reason.kind] as Wording<unknown>) : reason.kind;
  return typeof wording === 'string' ? wording : wording(reason);
}

/** `{why.user}` is the `user` of the reason in `why`. */
function factAt(reason: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => (isRecord(inner) ? inner[name] : undefined), reason);
}

function factParts(words: ReasonWords, fact: unknown): ReasonPart[] {
  if (typeof fact === 'number') return [String(fact)];
  if (Array.isArray(fact))
    return fact.flatMap((each, at) => [
      ...(at === 0 ? [] : [at === fact.length - 1 ? words.and : ', ']),
      ...factParts(words, each),
    ]);
  if (typeof fact === 'object' && fact !== null && 'kind' in fact)
    return withoutPeriod(reasonParts(words, fact as Reason));
  return fact === undefined || fact === null ? [] : [{ foreign: String(fact) }];
}

/** A sentence within another one ends with that. */
function withoutPeriod(parts: ReasonPart[]): ReasonPart[] {
  const last = parts.at(-1);
  if (last === undefined) return parts;
  const cut = typeof last === 'string' ? last.replace(/\.$/, '') : { foreign: last.foreign.replace(/\.$/, '') };
  return [...parts.slice(0, -1), cut];
}
