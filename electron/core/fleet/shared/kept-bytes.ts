// How much is kept for each of many, and who has most: where there is too much of all, theirs goes first.

export class KeptBytes {
  readonly #of = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** `bytes` below 0 where something is let go. */
  add(whose: string, bytes: number): void {
    const now = (this.#of.get(whose) ?? 0) + bytes;
    this.#total += bytes;
    if (now > 0) this.#of.set(whose, now);
    else this.#of.delete(whose);
  }

  most(): string | null {
    let found: string | null = null;
    for (const [whose, bytes] of this.#of) if (found === null || bytes > (this.#of.get(found) ?? 0)) found = whose;
    return found;
  }
}
