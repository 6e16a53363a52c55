// How long a request of a page may take: its clock stands still while the user is asked.

export class CallTime {
  readonly #ended = new AbortController();
  readonly #onOver: () => Error;
  #leftMs: number;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #holds = 0;

  /** `onOver` makes what it fails with. */
  constructor(ms: number, onOver: () => Error) {
    this.#leftMs = ms;
    this.#onOver = onOver;
    this.#run();
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** What is left of it, in milliseconds. */
  get leftMs(): number {
    return this.#timer ? Math.max(0, this.#leftMs - (performance.now() - this.#since)) : this.#leftMs;
  }

  /** Stands still until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    if (this.#holds === 1) {
      this.#leftMs = this.leftMs;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#holds -= 1;
      if (this.#holds === 0) this.#run();
    };
  }

  end(): void {
    this.#holds += 1;
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#ended.abort(this.#onOver()), this.#leftMs);
    this.#timer.unref();
  }
}
