// Which slots of the trace changed last, so that whoever looked before looks only at those again.

export class ChangeLog {
  readonly #slots: Uint32Array;
  #count = 0;

  /** Remembers so many changes. */
  constructor(length: number) {
    this.#slots = new Uint32Array(length);
  }

  /** Changes so far. */
  get count(): number {
    return this.#count;
  }

  add(slot: number): void {
    this.#slots[this.#count % this.#slots.length] = slot;
    this.#count += 1;
  }

  /** Gives each slot that changed since there were `count` changes; false when that is too long ago to know. */
  since(count: number, take: (slot: number) => void): boolean {
    const { length } = this.#slots;
    if (this.#count - count > length) return false;
    for (let at = count; at < this.#count; at += 1) take(this.#slots[at % length] ?? 0);
    return true;
  }
}
