// How many servers may be starting at once, whatever starts them: the others wait in the order in which they came.
import { wait } from '../../platform/wait.ts';

export class StartQueue {
  readonly atOnce: number;
  readonly #opened: Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** Nobody gets a turn before `opened` has resolved. */
  constructor(atOnce: number, opened: Promise<void> = Promise.resolve()) {
    this.atOnce = atOnce;
    this.#free = atOnce;
    this.#opened = opened;
  }

  /** Whether who comes now has to wait. */
  get isFull(): boolean {
    return this.#free <= 0;
  }

  /** Resolves with the function that gives the place back (once is enough), or with null when `signal` was aborted before. */
  async take(signal: AbortSignal): Promise<(() => void) | null> {
    await this.#turn(signal);
    await this.#opened;
    let held = true;
    const give = () => {
      if (held) this.#pass();
      held = false;
    };
    if (!signal.aborted) return give;
    give();
    return null;
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return wait<void>({
      signal,
      begin: settle => {
        const go = () => settle(() => {});
        this.#waiting.push(go);
        return () => this.#leave(go);
      },
      // Who gives up waiting goes on with a place that it has to give back: it takes one that nobody counts.
      onAbort: () => {
        this.#free -= 1;
      },
    });
  }

  #leave(go: () => void): void {
    const place = this.#waiting.indexOf(go);
    if (place !== -1) this.#waiting.splice(place, 1);
  }

  #pass(): void {
    this.#free += 1;
    if (this.#free > 0) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#free -= 1;
      next();
    }
  }
}
