// The workers of a supervisor: who takes the next task, and who waits until one is free.
import { cancelled, fail, wait } from '../../platform/wait.ts';
import type { Settle } from '../../platform/wait.ts';

export type Strategy = 'round-robin' | 'random' | 'least-busy' | 'capability-match';

export interface Worker {
  readonly id: string;
  readonly capabilities: readonly string[];
}

export interface WorkerPoolOptions {
  readonly workers: readonly Worker[];
  /** Tasks of one worker at the same time. */
  readonly perWorker: number;
  readonly strategy: Strategy;
  /** Below `n`. */
  readonly randomOf: (n: number) => number;
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #busy = new Map<Worker, number>();
  /** Those who wait for a worker, in their order. */
  readonly #waiting = new Set<() => boolean>();
  #next = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Null where there is none at all. Those that were tried come again only when every one has been. Rejects with ERR_CANCELLED. */
  take(needs: readonly string[], tried: readonly string[], signal: AbortSignal): Promise<Worker | null> {
    const { workers } = this.#options;
    if (workers.length === 0) return Promise.resolve(null);
    const fresh = workers.filter(({ id }) => !tried.includes(id));
    const among = fresh.length > 0 ? fresh : workers;
    return wait<Worker | null>({
      signal,
      begin: settle => {
        const look = () => this.#give(among, needs, settle);
        if (look()) return () => {};
        this.#waiting.add(look);
        return () => this.#waiting.delete(look);
      },
      onAbort: () => fail(cancelled()),
    });
  }

  giveBack(worker: Worker): void {
    this.#busy.set(worker, this.#busyOf(worker) - 1);
    for (const look of [...this.#waiting]) look();
  }

  #give(among: readonly Worker[], needs: readonly string[], settle: Settle<Worker | null>): boolean {
    const free = among.filter(worker => this.#busyOf(worker) < this.#options.perWorker);
    const worker = this.#choose(free, needs);
    if (!worker) return false;
    this.#busy.set(worker, this.#busyOf(worker) + 1);
    settle(() => worker);
    return true;
  }

  #choose(free: readonly Worker[], needs: readonly string[]): Worker | undefined {
    const { strategy, workers, randomOf } = this.#options;
    switch (strategy) {
      case 'round-robin':
        return this.#inTurn(free, workers);
      case 'random':
        return free.length === 0 ? undefined : free[randomOf(free.length)];
      case 'least-busy':
        return free.toSorted((a, b) => this.#busyOf(a) - this.#busyOf(b))[0];
      case 'capability-match':
        return free.find(({ capabilities }) => needs.every(need => capabilities.includes(need))) ?? free[0];
    }
  }

  #inTurn(free: readonly Worker[], workers: readonly Worker[]): Worker | undefined {
    for (let step = 0; step < workers.length; step += 1) {
      const at = (this.#next + step) % workers.length;
      const worker = workers[at];
      if (!worker || !free.includes(worker)) continue;
      this.#next = (at + 1) % workers.length;
      return worker;
    }
    return undefined;
  }

  #busyOf(worker: Worker): number {
    return this.#busy.get(worker) ?? 0;
  }
}
