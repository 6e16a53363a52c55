// When a call begins: a few at once, then the hub looks at everything else first. Whoever asks for many waits behind itself, and nobody behind it.

/** Less than a few milliseconds of work, after which sockets, timers and panels have their turn. */
const atOnce = 4;

export class FairTurns {
  /** By asker, in the order in which their turns come. */
  readonly #lines = new Map<string, (() => void)[]>();
  readonly #later: (next: () => void) => void;
  #begun = 0;
  #isPlanned = false;

  /** `later` runs its function once everything that has come by then was looked at. */
  constructor(later: (next: () => void) => void = next => void setImmediate(next)) {
    this.#later = later;
  }

  /** Those whose turn has not come. */
  get waiting(): number {
    let waiting = 0;
    for (const line of this.#lines.values()) waiting += line.length;
    return waiting;
  }

  /** Null where it may begin at once; else resolves when its turn has come. Of one asker the first comes first. */
  enter(asker: string): Promise<void> | null {
    if (this.#lines.size === 0 && this.#begun < atOnce) {
      this.#begun += 1;
      // Not with each: another turn of the event loop costs as much as the rest of this.
      if (this.#begun === atOnce) this.#plan();
      return null;
    }
    this.#plan();
    return new Promise(resolve => {
      const line = this.#lines.get(asker);
      if (line) line.push(resolve);
      else this.#lines.set(asker, [resolve]);
    });
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#later(() => this.#turn());
  }

  #turn(): void {
    this.#isPlanned = false;
    this.#begun = 0;
    while (this.#begun < atOnce) {
      const [first] = this.#lines;
      if (!first) return;
      this.#begun += 1;
      const [asker, line] = first;
      const begin = line.shift();
      // Set anew, an asker stands behind all others.
      this.#lines.delete(asker);
      if (line.length > 0) this.#lines.set(asker, line);
      begin?.();
    }
    this.#plan();
  }
}
