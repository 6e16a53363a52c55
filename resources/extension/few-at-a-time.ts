// Lets few pieces of work of one key run at a time; the others wait for their turn, or until nobody wants them any more.

export class FewAtATime<K extends number | string = number> {
  readonly #most: number;
  readonly #placeMs: number;
  readonly #running = new Map<K, number>();
  readonly #waiting = new Map<K, Set<() => void>>();

  /** `placeMs`: what runs for longer goes on without a place, because it waits for something; it keeps it until its end when absent. */
  constructor(most: number, placeMs = Infinity) {
    this.#most = most;
    this.#placeMs = placeMs;
  }

  /** Rejects with the reason of `signal` where that aborts before the turn has come. */
  async run<T>(key: K, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    while ((this.#running.get(key) ?? 0) >= this.#most) await this.#turn(key, signal);
    signal.throwIfAborted();
    const leave = this.#enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Takes a place; the function gives it on, once. */
  #enter(key: K): () => void {
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    let isHere = true;
    const leave = () => {
      if (isHere) this.#leave(key);
      isHere = false;
      clearTimeout(timer);
    };
    const timer = this.#placeMs === Infinity ? undefined : setTimeout(leave, this.#placeMs);
    return leave;
  }

  #turn(key: K, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(go);
        reject(signal.reason as Error);
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.add(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #leave(key: K): void {
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    const waiting = this.#waiting.get(key);
    const [next] = waiting ?? [];
    if (next) waiting?.delete(next);
    if (waiting?.size === 0) this.#waiting.delete(key);
    next?.();
  }
}
