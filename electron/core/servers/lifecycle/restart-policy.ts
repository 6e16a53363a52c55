// When a server that crashed is started again by itself, and when that is given up.

/** What follows a crash. `delayMs` counts from the crash. */
export type RestartDecision =
  | { readonly kind: 'again'; readonly delayMs: number; readonly attempt: number }
  | { readonly kind: 'giveUp' };

export interface Crash {
  /** In ms of a clock that stands still while the machine sleeps. */
  readonly at: number;
  /** How long it had run; 0 when it was never ready. */
  readonly ranMs: number;
}

export const maxRestarts = 3;
export const restartWindowMs = 10 * 60_000;
const delaysMs = [2_000, 4_000, 6_000] as const;
const stableMs = 30_000;
/** At most this share is added, so that servers that fell together do not rise together. */
const jitter = 0.2;

/** 2, 4, 6 s apart and at most 3 in any 10 minutes; 30 s of stability bring back the first delay, never the budget. */
export class RestartPolicy {
  readonly #random: () => number;
  #restarts: number[] = [];
  #inARow = 0;

  /** `random` is in [0, 1). */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** How many of its restarts count at this time, those to come included. */
  usedAt(at: number): number {
    return this.#restarts.filter(restart => at - restart < restartWindowMs).length;
  }

  crashed({ at, ranMs }: Crash): RestartDecision {
    if (ranMs >= stableMs) this.#inARow = 0;
    const base = delaysMs[Math.min(this.#inARow, delaysMs.length - 1)] ?? delaysMs[0];
    const delayMs = Math.round(base * (1 + jitter * this.#random()));
    const then = at + delayMs;
    this.#restarts = this.#restarts.filter(restart => then - restart < restartWindowMs);
    if (this.#restarts.length >= maxRestarts) return { kind: 'giveUp' };
    this.#restarts.push(then);
    this.#inARow += 1;
    return { kind: 'again', delayMs, attempt: this.#restarts.length };
  }
}
