// Making and comparing what the hub says.
import type { Reason, ReasonKind, Reasons } from './reasons.ts';

/** Names of facts that choose between texts of ours. */
type ChoiceIn<Facts> = {
  [F in keyof Facts]-?: NonNullable<Facts[F]> extends string ? (string extends Facts[F] ? never : F) : never;
}[keyof Facts];
type TextIn<Facts> = { [F in keyof Facts]-?: string extends Facts[F] ? F : never }[keyof Facts];
type Choice = { [K in ReasonKind]: ChoiceIn<Reasons[K]> }[ReasonKind];
type FreeText = { [K in ReasonKind]: TextIn<Reasons[K]> }[ReasonKind];

/** All of them, as the compiler asks for; none of them names a text from outside elsewhere. */
const choices: { readonly [F in Choice]: F extends FreeText ? never : true } = {
  of: true,
  so: true,
  what: true,
  verb: true,
  lacks: true,
  state: true,
  runner: true,
  chosen: true,
  changes: true,
  by: true,
  mode: true,
  owner: true,
  scope: true,
  since: true,
  form: true,
  needs: true,
  expected: true,
  effect: true,
  how: true,
  lifetime: true,
  listing: true,
  note: true,
  placeKind: true,
  start: true,
  subjectKind: true,
  via: true,
  was: true,
  held: true,
  waitsFor: true,
  end: true,
  kept: true,
  amountField: true,
  queryField: true,
};

export function foreign(text: string): Reason {
  return { kind: 'foreign', text };
}

/** The same with each text from outside among its facts changed, such as a masked one. */
export function mapTexts(reason: Reason, change: (text: string) => string): Reason {
  return mapFact(reason, change) as Reason;
}

/** The texts from outside and the numbers among its facts: what of it reads the same in every language. */
export function outsideFacts(fact: unknown): string[] {
  if (typeof fact === 'string' || typeof fact === 'number') return [String(fact)];
  if (typeof fact !== 'object' || fact === null) return [];
  return Object.entries(fact).flatMap(([name, value]) => (isChoice(name, value) ? [] : outsideFacts(value)));
}

function isChoice(name: string, value: unknown): boolean {
  return typeof value === 'string' && (name === 'kind' || Object.hasOwn(choices, name));
}

function mapFact(fact: unknown, change: (text: string) => string): unknown {
  if (typeof fact === 'string') return change(fact);
  if (Array.isArray(fact)) return fact.map(one => mapFact(one, change));
  if (typeof fact !== 'object' || fact === null) return fact;
  const entries = Object.entries(fact);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isChoice(name, value) ? value : mapFact(value, change)]),
  );
}

/** Whether both say the same. */
export function isSameReason(one: Reason | null | undefined, other: Reason | null | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What an error says: as a value where it is ours, else as it said it. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof Error && 'reason' in error && isReason(error.reason)) return error.reason;
  return foreign(error instanceof Error ? error.message : String(error));
}

/** Of what was stored or came over a wire; its code may be one that this version does not know. */
export function isReason(value: unknown): value is Reason {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}
