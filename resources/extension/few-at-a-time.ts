// Lets few pieces of work of one key run at a time; the others wait for their turn, or until nobody wants them any more.

export class FewAtATime {
  readonly #most: number;
  readonly #running = new Map<number, number>();
  readonly #waiting = new Map<number, Set<() => void>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Rejects with the reason of `signal` where that aborts before the turn has come. What runs keeps its place until it ends. */
  async run<T>(key: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    while ((this.#running.get(key) ?? 0) >= this.#most) await this.#turn(key, signal);
    signal.throwIfAborted();
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #turn(key: number, signal: AbortSignal): Promise<void> {
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

  #leave(key: number): void {
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
