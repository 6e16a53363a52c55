// When a stream that broke is opened again, from its last event on, and when that is given up.

/** In ms; the server's own `retry` goes before the first two (MCP 2025-11-25, "Resumability and Redelivery"). */
const firstDelayMs = 1_000;
const longestDelayMs = 15_000;
const maxAttempts = 6;

export class Retries {
  readonly #onGiveUp: () => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isStopped = false;
  readonly options = {
    initialReconnectionDelay: firstDelayMs,
    maxReconnectionDelay: longestDelayMs,
    reconnectionDelayGrowFactor: 2,
    // Counted here: the transport would only say it in a sentence.
    maxRetries: Number.POSITIVE_INFINITY,
  };

  constructor(onGiveUp: () => void) {
    this.#onGiveUp = onGiveUp;
  }

  /** `attempt` counts the failed ones of this stream. Returns what takes it back. */
  schedule(again: () => void, delayMs: number, attempt: number): () => void {
    if (this.#isStopped) return () => {};
    if (attempt >= maxAttempts) {
      this.#onGiveUp();
      return () => {};
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      again();
    }, delayMs);
    this.#timers.add(timer);
    return () => clearTimeout(timer);
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
