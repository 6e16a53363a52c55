// What is wrong with a run that is up: it does not answer, or lists of it cannot be read. The first counts more.
import type { Reason } from '../../../../contract/reasons.ts';
import type { LifecycleEvent } from './server-state.ts';

export class RunHealth {
  readonly #apply: (event: LifecycleEvent) => void;
  #isReady = false;
  #silence: Reason | null = null;
  #lists: Reason | null = null;

  constructor(apply: (event: LifecycleEvent) => void) {
    this.#apply = apply;
  }

  /** Lists may have failed before. */
  ready(): void {
    this.#isReady = true;
    if (this.#lists) this.#judge();
  }

  /** Null when it answers again. */
  silent(reason: Reason | null): void {
    this.#silence = reason;
    this.#judge();
  }

  /** Null when all can be read. */
  lists(reason: Reason | null): void {
    this.#lists = reason;
    this.#judge();
  }

  #judge(): void {
    const reason = this.#silence ?? this.#lists;
    if (this.#isReady) this.#apply(reason ? { kind: 'impaired', reason } : { kind: 'recovered' });
  }
}
