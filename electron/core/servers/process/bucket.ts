// How much of something may come at once, and how much in each moment after that.

export class Bucket {
  readonly #burst: number;
  readonly #perMs: number;
  #level = 0;
  #at = 0;

  constructor(burst: number, perMs: number) {
    this.#burst = burst;
    this.#perMs = perMs;
  }

  /** Adds `amount`. Returns how many ms it takes until no more is in it than may come at once. */
  fill(amount: number, now: number): number {
    this.#drain(now);
    this.#level += amount;
    return Math.max(0, (this.#level - this.#burst) / this.#perMs);
  }

  /** Adds one if there is room. */
  take(now: number): boolean {
    this.#drain(now);
    if (this.#level + 1 > this.#burst) return false;
    this.#level += 1;
    return true;
  }

  #drain(now: number): void {
    this.#level = Math.max(0, this.#level - (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
