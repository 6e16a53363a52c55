// The time that an answer has taken: it stands still while the user is waited for, and its end is told.

export interface RunClockOptions {
  readonly now: () => number;
  readonly maxMs: number;
  /** Of an earlier part of the same answer. */
  readonly usedMs: number;
  readonly onOver: () => void;
}

export class RunClock {
  readonly #options: RunClockOptions;
  #usedMs: number;
  #since: number | null;
  /** How many calls wait for the user. */
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RunClockOptions) {
    this.#options = options;
    this.#usedMs = options.usedMs;
    this.#since = options.now();
    this.#arm();
  }

  get ms(): number {
    return this.#usedMs + (this.#since === null ? 0 : Math.max(0, this.#options.now() - this.#since));
  }

  /** A call begins to wait for the user; returns what says that it does not any more. */
  waits(): () => void {
    this.#waiting += 1;
    if (this.#waiting === 1) this.#hold();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#waiting -= 1;
      if (this.#waiting === 0 && this.#since === null) {
        this.#since = this.#options.now();
        this.#arm();
      }
    };
  }

  stop(): void {
    this.#hold();
    this.#waiting = Number.POSITIVE_INFINITY;
  }

  #hold(): void {
    this.#usedMs = this.ms;
    this.#since = null;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #arm(): void {
    const left = Math.max(0, this.#options.maxMs - this.#usedMs);
    this.#timer = setTimeout(() => this.#options.onOver(), left);
  }
}
