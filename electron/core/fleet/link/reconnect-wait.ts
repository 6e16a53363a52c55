// How long the client of NATS waits before it dials a server again, however often it asks within one wait. Pure but for what is handed in.

export interface ReconnectWaitOptions {
  /** Of the next attempt; another with each call. */
  next(): number;
  /** Milliseconds that only grow. */
  monotonic(): number;
}

/**
 * The client asks before each dial and after each pause, and compares the answer with the time since the last dial. A wait that had grown by
 * then would not be over yet, nor the one that is asked for after that: a server would be dialled again only once the longest is reached.
 */
export class ReconnectWait {
  readonly #options: ReconnectWaitOptions;
  #held: { readonly ms: number; readonly until: number } | null = null;

  constructor(options: ReconnectWaitOptions) {
    this.#options = options;
  }

  ask(): number {
    const now = this.#options.monotonic();
    if (this.#held && now < this.#held.until) return this.#held.ms;
    const ms = this.#options.next();
    this.#held = { ms, until: now + ms };
    return ms;
  }

  /** The outage is over: another one begins with the first wait. */
  over(): void {
    this.#held = null;
  }
}
