// When a server that crashed is started again by itself, and when that is given up; and when one elsewhere is tried again, which never is.

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

const firstTryMs = 2_000;
const longestTryMs = 5 * 60_000;

/**
 * For a server behind an address, whose outage may last for days: the next try comes after as long as it has been away already, at least
 * 2 s and at most 5 min, without an end. Less by up to a fifth, so that servers that went together are not asked together. Tries that
 * somebody's call has caused make the delays no longer.
 */
export class OutagePolicy {
  readonly #random: () => number;
  #since: number | null = null;
  #tries = 0;

  /** `random` is in [0, 1). */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Returns how many ms later it is tried again, and the how manieth try of this outage that is. */
  ended({ at, ranMs }: Crash): { readonly delayMs: number; readonly attempt: number } {
    if (ranMs >= stableMs) this.#tries = 0;
    if (ranMs >= stableMs || this.#since === null) this.#since = at;
    this.#tries += 1;
    const base = Math.min(longestTryMs, Math.max(firstTryMs, at - this.#since));
    return { delayMs: Math.round(base * (1 - jitter * this.#random())), attempt: this.#tries };
  }

  /** Something has changed that may end the outage: the delays begin anew. */
  anew(): void {
    this.#since = null;
  }
}
