// The ids that peers give to their requests: numbers as they are, other texts in a pool.
import { StringPool } from './string-pool.ts';

/** With this bit the rest is a number, without it a number of the pool. */
const isNumber = 2 ** 31;

export class RpcIds {
  readonly #ids: Uint32Array;
  readonly #texts = new StringPool('(too many different ids to keep)');

  constructor(length: number) {
    this.#ids = new Uint32Array(length);
  }

  set(slot: number, id: string | null): void {
    const number = id === null ? Number.NaN : Number(id);
    const isPlain = Number.isInteger(number) && number >= 0 && number < isNumber && String(number) === id;
    this.#ids[slot] = isPlain ? number + isNumber : this.#texts.take(id);
  }

  get(slot: number): string | null {
    const id = this.#ids[slot] ?? 0;
    return id >= isNumber ? String(id - isNumber) : this.#texts.text(id);
  }

  /** Must be called before the slot is set again. */
  drop(slot: number): void {
    const id = this.#ids[slot] ?? 0;
    if (id < isNumber) this.#texts.drop(id);
  }
}
