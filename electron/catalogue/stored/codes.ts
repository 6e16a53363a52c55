// What rows of the database say in numbers.
import { wayKinds } from '../../../contract/catalogue.ts';
import type { WayKind } from '../../../contract/catalogue.ts';
import type { EntryStatus } from '../entries/read-entry.ts';

export const statuses: readonly EntryStatus[] = ['active', 'deprecated', 'withdrawn'];

export function statusCode(status: EntryStatus): number {
  return statuses.indexOf(status);
}

export function statusOf(code: unknown): EntryStatus {
  return statuses[Number(code)] ?? 'withdrawn';
}

/** A bit for each kind. */
export function runsCode(kinds: Iterable<WayKind>): number {
  return [...new Set(kinds)].reduce((bits, kind) => bits | (1 << wayKinds.indexOf(kind)), 0);
}

export function runsOf(bits: unknown): WayKind[] {
  return wayKinds.filter((_, at) => (Number(bits) & (1 << at)) !== 0);
}
