// A window on the trace: which entries match a filter, and a few of them as objects.
import { maxWindow } from '../../contract/trace.ts';
import { createMatcher } from './trace-matcher.ts';
import type { TraceEntry, TraceFilter, TraceWindow } from '../../contract/trace.ts';
import type { TraceColumns } from './trace-columns.ts';

/**
 * `count` (at most 200) of the matching entries, oldest first, beginning with number `from` among them; `from` -1 gives the
 * newest. Scans columns of numbers; only the entries that are returned become objects.
 */
export function readWindow(columns: TraceColumns, filter: TraceFilter, from: number, count: number): TraceWindow {
  const size = Math.min(Math.max(0, Math.trunc(count)), maxWindow);
  const matches = createMatcher(columns, filter);
  const { matched, first, slots } =
    matches === null && !hasGaps(columns)
      ? directly(columns, Math.trunc(from), size)
      : scan(columns, matches ?? (() => true), Math.trunc(from), size);
  const entries: TraceEntry[] = slots.map(slot => columns.entry(slot));
  return { total: columns.total, matched, from: first, entries };
}

interface Found {
  readonly matched: number;
  readonly first: number;
  readonly slots: number[];
}

function oldestOf({ newest, capacity }: TraceColumns): number {
  return Math.max(1, newest - capacity + 1);
}

/** Numbers are skipped when the trace began anew, or was too far behind. */
function hasGaps(columns: TraceColumns): boolean {
  return columns.total !== columns.newest - oldestOf(columns) + 1;
}

function directly(columns: TraceColumns, from: number, size: number): Found {
  const { total, capacity } = columns;
  const first = from < 0 ? Math.max(0, total - size) : Math.min(from, total);
  const seq = oldestOf(columns) + first;
  const slots = Array.from({ length: Math.min(size, total - first) }, (_, index) => (seq + index) % capacity);
  return { matched: total, first, slots };
}

function scan(columns: TraceColumns, matches: (slot: number) => boolean, from: number, size: number): Found {
  const { newest, capacity, state } = columns;
  const slots: number[] = [];
  let matched = 0;
  for (let seq = oldestOf(columns); seq <= newest; seq += 1) {
    const slot = seq % capacity;
    if (state[slot] === 0 || !matches(slot)) continue;
    // Without a beginning the newest are wanted: each match takes the place of the oldest one.
    if (from < 0 && size > 0) slots[matched % size] = slot;
    else if (matched >= from && slots.length < size) slots.push(slot);
    matched += 1;
  }
  if (from >= 0) return { matched, first: Math.min(from, matched), slots };
  const turn = matched > size && size > 0 ? matched % size : 0;
  return { matched, first: matched - slots.length, slots: [...slots.slice(turn), ...slots.slice(0, turn)] };
}
