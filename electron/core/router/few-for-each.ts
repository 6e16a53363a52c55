// How many calls of one agent are at one server or browser at a time: the others wait here, where they are behind nobody else's.
import { cancelled } from '../platform/wait.ts';

/** More than agents ask for together; a server or a browser works these off before it comes to another agent's. */
const most = 32;

export class FewForEach {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Rejects with ERR_CANCELLED where the asker leaves before its turn has come. What runs keeps its place until it ends. */
  async run<T>(
    key: string,
    signal: AbortSignal,
    work: (hasWaited: boolean) => Promise<T>,
    onWait: (waiting: 'turn' | 'target') => void = () => {},
  ): Promise<T> {
    let hasWaited = false;
    while ((this.#running.get(key) ?? 0) >= most) {
      if (!hasWaited) onWait('turn');
      hasWaited = true;
      await this.#place(key, signal);
    }
    if (hasWaited) onWait('target');
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    try {
      return await work(hasWaited);
    } finally {
      this.#leave(key);
    }
  }

  #place(key: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(cancelled(false));
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(go);
        reject(cancelled(false));
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.add(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #leave(key: string): void {
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
