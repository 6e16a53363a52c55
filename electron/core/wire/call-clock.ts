// The clock of one request. It starts anew when the other side reports progress, and stands still while that side waits for the asker.

/** However much is reported, a request ends after this long. */
const longestMs = 3_600_000;

export class CallClock {
  readonly #ms: number;
  readonly #expire: () => void;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout;
  #holds = 0;
  #stopped = false;

  constructor(ms: number, expire: () => void) {
    this.#ms = ms;
    this.#expire = expire;
    this.#timer = setTimeout(expire, ms);
  }

  restart(): void {
    const isRunning = !this.#stopped && this.#holds === 0;
    if (isRunning && performance.now() - this.#startedAt < longestMs) this.#timer.refresh();
  }

  /** Stands still until the returned function was called. */
  hold(): () => void {
    this.#holds += 1;
    clearTimeout(this.#timer);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds === 0 && !this.#stopped) this.#timer = setTimeout(this.#expire, this.#ms);
    };
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
