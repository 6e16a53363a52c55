// A plain text of each entry: whole numbers, which ids mostly are, as they are, other texts in a pool.
import { poolTest } from './pool-test.ts';
import { StringPool } from './string-pool.ts';

/** With this bit the rest is a number, without it a number of the pool. */
const isNumber = 2 ** 31;

export class TextColumn {
  readonly #values: Uint32Array;
  readonly #texts = new StringPool('(too many different texts to keep)');

  constructor(length: number) {
    this.#values = new Uint32Array(length);
  }

  set(slot: number, text: string | null): void {
    const number = text === null ? Number.NaN : Number(text);
    const isPlain = Number.isInteger(number) && number >= 0 && number < isNumber && String(number) === text;
    this.#values[slot] = isPlain ? number + isNumber : this.#texts.take(text);
  }

  get(slot: number): string | null {
    const value = this.#values[slot] ?? 0;
    return value >= isNumber ? String(value - isNumber) : this.#texts.text(value);
  }

  /** Must be called before the slot is set again. */
  drop(slot: number): void {
    const value = this.#values[slot] ?? 0;
    if (value < isNumber) this.#texts.drop(value);
  }

  /** Tells for a slot whether `test` holds for its text; where there is none it does not. */
  tested(test: (text: string) => boolean): (slot: number) => boolean {
    const inPool = poolTest(this.#texts, test);
    return slot => {
      const value = this.#values[slot] ?? 0;
      return value >= isNumber ? test(String(value - isNumber)) : inPool(value);
    };
  }
}
