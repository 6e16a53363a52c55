// Where calls wait while all or their agent is paused. Each waits as long as its asker does, and no longer.
import { cancelled } from '../platform/wait.ts';

interface Waiter {
  readonly asker: string;
  /** Whether the pause has ended for it. */
  readonly isOver: () => boolean;
  settle(over: boolean): void;
}

/** Of one asker: what one has too many is no reason to refuse another's. */
const maxWaiting = 1_000;

export class PauseQueue {
  readonly #waiting = new Set<Waiter>();

  /** True when the pause ended in time, false when patience did. Rejects with ERR_CANCELLED when the asker leaves. */
  wait(signal: AbortSignal, patienceMs: number, isOver: () => boolean, asker = ''): Promise<boolean> {
    if (signal.aborted) return Promise.reject(cancelled());
    if (isOver()) return Promise.resolve(true);
    if (this.#waiting.size >= maxWaiting && this.#countOf(asker) >= maxWaiting) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(waiter);
      };
      const abort = () => {
        end();
        reject(cancelled());
      };
      const waiter: Waiter = {
        asker,
        isOver,
        settle: over => {
          end();
          resolve(over);
        },
      };
      const timer = setTimeout(() => waiter.settle(false), patienceMs);
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.add(waiter);
    });
  }

  /** A mode has changed: whoever may go on goes on, in the order in which they came. */
  recheck(): void {
    for (const waiter of [...this.#waiting]) if (waiter.isOver()) waiter.settle(true);
  }

  #countOf(asker: string): number {
    let count = 0;
    for (const waiter of this.#waiting) if (waiter.asker === asker) count += 1;
    return count;
  }

  /** The hub ends: nobody goes on. */
  stop(): void {
    for (const waiter of [...this.#waiting]) waiter.settle(false);
  }
}
