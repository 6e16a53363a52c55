// Which of the entries kept match one filter, and the position of each among them. Looks again only at entries that changed.
import type { TraceColumns } from './trace-columns.ts';
import type { Matcher } from './trace-matcher.ts';

const blockSize = 1_024;

export class MatchIndex {
  readonly #columns: TraceColumns;
  readonly #matches: Matcher;
  readonly #holds: Uint8Array;
  /** Matches in each block of slots. */
  readonly #blocks: Uint16Array;
  #seen = -1;

  constructor(columns: TraceColumns, matches: Matcher) {
    this.#columns = columns;
    this.#matches = matches;
    this.#holds = new Uint8Array(columns.capacity);
    this.#blocks = new Uint16Array(Math.ceil(columns.capacity / blockSize));
  }

  /** Must be called before the other two when entries may have changed. */
  catchUp(): void {
    const { changes, capacity } = this.#columns;
    if (this.#seen < 0 || !changes.since(this.#seen, slot => this.#look(slot))) {
      for (let slot = 0; slot < capacity; slot += 1) this.#look(slot);
    }
    this.#seen = changes.count;
  }

  /** Matches among the entries with a `seq` from the oldest kept up to, and without, this one. */
  before(seq: number): number {
    const { oldest, capacity } = this.#columns;
    const end = Math.min(Math.max(seq, oldest), oldest + capacity);
    const first = oldest % capacity;
    const last = first + (end - oldest);
    if (last <= capacity) return this.#count(first, last);
    return this.#count(first, capacity) + this.#count(0, last - capacity);
  }

  /** Slots of `count` matches beginning with number `from`, oldest first. */
  slots(from: number, count: number): number[] {
    const { oldest, newest, capacity } = this.#columns;
    const found: number[] = [];
    let skip = from;
    let seq = oldest;
    while (seq <= newest && found.length < count) {
      const slot = seq % capacity;
      const inBlock = this.#blocks[slot / blockSize] ?? 0;
      const whole = slot % blockSize === 0 && slot + blockSize <= capacity && seq + blockSize - 1 <= newest;
      if (whole && inBlock <= skip) {
        skip -= inBlock;
        seq += blockSize;
        continue;
      }
      if (this.#holds[slot]) {
        if (skip > 0) skip -= 1;
        else found.push(slot);
      }
      seq += 1;
    }
    return found;
  }

  #look(slot: number): void {
    const holds = this.#columns.state[slot] !== 0 && this.#matches(slot) ? 1 : 0;
    const change = holds - (this.#holds[slot] ?? 0);
    if (change === 0) return;
    this.#holds[slot] = holds;
    const block = Math.floor(slot / blockSize);
    this.#blocks[block] = (this.#blocks[block] ?? 0) + change;
  }

  /** Matches in the slots from `from` up to, and without, `to`. */
  #count(from: number, to: number): number {
    let count = 0;
    for (let slot = from; slot < to; ) {
      if (slot % blockSize === 0 && slot + blockSize <= to) {
        count += this.#blocks[slot / blockSize] ?? 0;
        slot += blockSize;
      } else {
        count += this.#holds[slot] ?? 0;
        slot += 1;
      }
    }
    return count;
  }
}
