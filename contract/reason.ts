// Making and comparing what the hub says.
import type { Reason } from './reasons.ts';

export function foreign(text: string): Reason {
  return { kind: 'foreign', text };
}

/** The same with each text among its facts changed, such as a masked one. */
export function mapTexts(reason: Reason, change: (text: string) => string): Reason {
  return mapFact(reason, change) as Reason;
}

function mapFact(fact: unknown, change: (text: string) => string): unknown {
  if (typeof fact === 'string') return change(fact);
  if (Array.isArray(fact)) return fact.map(one => mapFact(one, change));
  if (typeof fact !== 'object' || fact === null) return fact;
  const entries = Object.entries(fact).map(([name, value]) => [name, name === 'kind' ? value : mapFact(value, change)]);
  return Object.fromEntries(entries);
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
