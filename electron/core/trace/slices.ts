// Long work of the trace's thread, cut into slices: what passes and what is asked meanwhile is taken between two of them.

/** Work that may be left at each `yield`; the trace may have changed when it goes on. */
export type Work<T> = Generator<undefined, T, undefined>;

/** A slice ends with the first `yield` after so long. */
const sliceMs = 8;

interface Job {
  readonly work: Work<unknown>;
  readonly done: (value: unknown) => void;
}

interface SlicesOptions {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Calls back after what has come in meanwhile. */
  readonly later: (next: () => void) => void;
}

export class Slices {
  readonly #options: SlicesOptions;
  readonly #jobs: Job[] = [];

  constructor(options: SlicesOptions) {
    this.#options = options;
  }

  /** Does the first slice at once, so that short work has no delay; what is left goes on in the order it came. `work` must not throw. */
  run<T>(work: Work<T>, done: (value: T) => void): void {
    const job: Job = { work, done: value => done(value as T) };
    if (this.#slice(job)) return;
    this.#jobs.push(job);
    if (this.#jobs.length === 1) this.#options.later(() => this.#next());
  }

  #next(): void {
    const [job] = this.#jobs;
    if (job && this.#slice(job)) this.#jobs.shift();
    if (this.#jobs.length > 0) this.#options.later(() => this.#next());
  }

  /** Whether it is done. */
  #slice({ work, done }: Job): boolean {
    const end = this.#options.now() + sliceMs;
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) {
        done(step.value);
        return true;
      }
      if (this.#options.now() >= end) return false;
    }
  }
}
