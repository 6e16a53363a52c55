// Moments in milliseconds, four bytes each: counted from a base that moves when the clock of the machine leaves its 49 days.

const span = 2 ** 32;

export class TimeColumn {
  readonly #offsets: Uint32Array;
  #base: number | null = null;

  constructor(length: number) {
    this.#offsets = new Uint32Array(length);
  }

  get(slot: number): number {
    return (this.#base ?? 0) + (this.#offsets[slot] ?? 0);
  }

  /** `at` in whole milliseconds since the epoch. What lies more than 49 days away from it becomes the nearest moment that fits. */
  set(slot: number, at: number): void {
    if (this.#base === null || at < this.#base || at - this.#base >= span) this.#moveBase(at - span / 2);
    this.#offsets[slot] = at - (this.#base ?? 0);
  }

  #moveBase(base: number): void {
    const before = this.#base;
    this.#base = base;
    // Nothing stands in it yet, and to write into all of it would make it memory that the process holds.
    if (before === null) return;
    const by = base - before;
    for (const [slot, offset] of this.#offsets.entries()) {
      this.#offsets[slot] = Math.min(Math.max(offset - by, 0), span - 1);
    }
  }
}
