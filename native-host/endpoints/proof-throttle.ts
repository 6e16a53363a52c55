// Slows guessing: after too many wrong proofs in a minute, every further wrong one waits for its answer.

const WINDOW_MS = 60_000;
const MAX_BAD_PROOFS = 20;
const DELAY_MS = 1_000;

/** Counts wrong proofs of the last minute. Times are milliseconds on any steady clock. */
export class ProofThrottle {
  #badAt: number[] = [];

  noteBadProof(now: number): void {
    this.#badAt = [...this.#badAt, now].slice(-MAX_BAD_PROOFS);
  }

  /** How long the answer to the next wrong proof waits, in milliseconds. */
  delayMs(now: number): number {
    this.#badAt = this.#badAt.filter(at => now - at < WINDOW_MS);
    return this.#badAt.length >= MAX_BAD_PROOFS ? DELAY_MS : 0;
  }
}
