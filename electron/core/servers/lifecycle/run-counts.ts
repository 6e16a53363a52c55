// How often a run was started, crashed, and was started again in the place of one that was to go on.

export interface RunCounts {
  readonly starts: number;
  readonly crashes: number;
  readonly restarts: number;
}

export const noCounts: RunCounts = { starts: 0, crashes: 0, restarts: 0 };

export function sumOf(one: RunCounts, other: RunCounts): RunCounts {
  return {
    starts: one.starts + other.starts,
    crashes: one.crashes + other.crashes,
    restarts: one.restarts + other.restarts,
  };
}

export class RunCounter {
  #counts = noCounts;
  /** Whether the next start is a restart. */
  #isAgain = false;

  get counts(): RunCounts {
    return this.#counts;
  }

  started(): void {
    const { starts, restarts } = this.#counts;
    this.#counts = { ...this.#counts, starts: starts + 1, restarts: restarts + (this.#isAgain ? 1 : 0) };
    this.#isAgain = true;
  }

  crashed(): void {
    this.#counts = { ...this.#counts, crashes: this.#counts.crashes + 1 };
  }

  /** `again` says that it is stopped in order to be started: a start after any other stop is no restart. */
  stopped(again = false): void {
    this.#isAgain = again;
  }
}
