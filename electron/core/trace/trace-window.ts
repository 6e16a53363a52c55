// Windows on the trace: which entries match a filter, and where a few of them are.
import { maxWindow } from '../../../contract/trace-bounds.ts';
import { MatchIndex } from './match-index.ts';
import { createMatcher } from './trace-matcher.ts';
import type { TraceFilter, TraceWindow } from '../../../contract/schemas/trace.ts';
import type { TraceParams } from '../../../contract/schemas/trace-requests.ts';
import type { TraceColumns } from './trace-columns.ts';

export type WindowParams = TraceParams<'trace:window'>;

/** What has to be known of the matching entries to cut windows out of them. */
type Places = Pick<MatchIndex, 'before' | 'slots'>;

/** A window whose entries are still in the columns, oldest first. */
export interface FoundWindow extends Omit<TraceWindow, 'entries'> {
  readonly slots: readonly number[];
}

/** Panels that look at the same time, each with its own filter. */
const maxIndexes = 4;

export class TraceWindows {
  readonly #columns: TraceColumns;
  /** By the filter as text, the one asked for last at the end. */
  readonly #indexes = new Map<string, MatchIndex>();

  constructor(columns: TraceColumns) {
    this.#columns = columns;
  }

  find(params: WindowParams): FoundWindow {
    const { filter, from, count, until } = params;
    const columns = this.#columns;
    const places = this.#places(filter);
    const size = Math.min(Math.max(0, Math.trunc(count)), maxWindow);
    const end = Math.min(until ?? columns.newest, columns.newest) + 1;
    const matched = places.before(end);
    const last = Math.max(0, matched - size);
    const middle = this.#middle(places, params, matched);
    const wanted = middle === null ? Math.trunc(from) : Math.max(0, middle - (size >> 1));
    const first = wanted < 0 ? last : Math.min(wanted, middle === null ? matched : last);
    const slots = places.slots(first, Math.min(size, matched - first));
    const total = Math.max(0, columns.total - (columns.newest + 1 - end));
    return { total, matched, from: first, slots };
  }

  /** The place that the window is wanted around, or null when it is wanted from a number on. */
  #middle(places: Places, { near, nearAt }: WindowParams, matched: number): number | null {
    if (near !== undefined) return places.before(near);
    if (nearAt === undefined) return null;
    let low = 0;
    let high = matched;
    while (low < high) {
      const middle = (low + high) >> 1;
      const [slot = 0] = places.slots(middle, 1);
      if (this.#columns.at(slot) < nearAt) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #places(filter: TraceFilter): Places {
    const matches = createMatcher(this.#columns, filter);
    if (matches === null && !this.#hasGaps()) return allPlaces(this.#columns);
    const key = JSON.stringify(filter);
    const index = this.#indexes.get(key) ?? new MatchIndex(this.#columns, matches ?? (() => true));
    this.#indexes.delete(key);
    this.#indexes.set(key, index);
    const [longest = ''] = this.#indexes.keys();
    if (this.#indexes.size > maxIndexes) this.#indexes.delete(longest);
    index.catchUp();
    return index;
  }

  /** Numbers are skipped when the trace began anew, or was too far behind. */
  #hasGaps(): boolean {
    const { total, newest, oldest } = this.#columns;
    return total !== newest - oldest + 1;
  }
}

/** Where every entry matches and none is missing, its number tells its place. */
function allPlaces({ oldest, total, capacity }: TraceColumns): Places {
  return {
    before: seq => Math.min(Math.max(0, seq - oldest), total),
    slots: (from, count) => Array.from({ length: count }, (_, index) => (oldest + from + index) % capacity),
  };
}
