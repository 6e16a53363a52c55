// Slows guessing: after too many wrong proofs in a minute, every further wrong one waits for its answer.

const windowMs = 60_000;
const maxBadProofs = 20;
const slowedMs = 1_000;

/** Counts wrong proofs of the last minute. Times are milliseconds on any steady clock. */
export class ProofThrottle {
  #badAt: number[] = [];

  noteBadProof(now: number): void {
    this.#badAt = [...this.#badAt, now].slice(-maxBadProofs);
  }

  /** How long the answer to the next wrong proof waits, in milliseconds. */
  delayMs(now: number): number {
    this.#badAt = this.#badAt.filter(at => now - at < windowMs);
    return this.#badAt.length >= maxBadProofs ? slowedMs : 0;
  }
}
