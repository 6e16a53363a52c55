// The time in which this process could hear others: while it was busy itself, their silence says nothing about them.

export class HearingClock {
  readonly #now: () => number;
  readonly #everyMs: number;
  #last: number;
  #busyMs = 0;

  /** `tick` is called every `everyMs` milliseconds, as far as the process comes to it. */
  constructor(now: () => number, everyMs: number) {
    this.#now = now;
    this.#everyMs = everyMs;
    this.#last = now();
  }

  now(): number {
    return this.#now() - this.#busyMs;
  }

  /** What came meanwhile is heard after this: timers come first in a turn of the loop. */
  tick(): void {
    const now = this.#now();
    const lateMs = now - this.#last - this.#everyMs;
    if (lateMs > this.#everyMs) this.#busyMs += lateMs;
    this.#last = now;
  }
}
