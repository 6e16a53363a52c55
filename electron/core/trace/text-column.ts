// A plain text of each entry: whole numbers, which ids mostly are, as they are, other texts in a pool.
import { poolTest } from './pool-test.ts';
import { StringPool } from './string-pool.ts';

/** With this bit the rest is a number, without it a number of the pool. */
const isNumber = 2 ** 31;
const maxDigits = 10;

export class TextColumn {
  readonly #values: Uint32Array;
  readonly #texts = new StringPool('(too many different texts to keep)');

  constructor(length: number) {
    this.#values = new Uint32Array(length);
  }

  set(slot: number, text: string | null): void {
    const number = text === null ? -1 : wholeNumber(text);
    this.#values[slot] = number < 0 ? this.#texts.take(text) : number + isNumber;
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

/** The number that a text writes as a number is written, or -1. Every entry has one, and this takes a third of what `Number` and `String` take. */
function wholeNumber(text: string): number {
  if (text.length === 0 || text.length > maxDigits || (text.startsWith('0') && text.length > 1)) return -1;
  let number = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number < isNumber ? number : -1;
}
