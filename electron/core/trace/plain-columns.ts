// The columns of the plain fields that the contract describes.
import {
  answerIntegers,
  integerFields,
  plainFields,
  requestIntegers,
  textFields,
} from '../../../contract/trace-fields.ts';
import { TextColumn } from './text-column.ts';
import type { IntegerQuery, PlainField, PlainValues, TextQuery } from '../../../contract/trace-fields.ts';
import type { PlainLists } from './trace-op.ts';

const noInteger = -(2 ** 31);

export class PlainColumns {
  readonly #texts: readonly TextColumn[];
  readonly #integers: readonly Int32Array[];
  /** By slot, for the few entries that have them. */
  readonly #answers = answerIntegers.map(() => new Map<number, number>());

  constructor(length: number) {
    this.#texts = textFields.map(() => new TextColumn(length));
    this.#integers = requestIntegers.map(() => new Int32Array(length));
  }

  set(slot: number, { texts, integers }: PlainLists): void {
    for (let n = 0; n < this.#texts.length; n += 1) this.#texts[n]?.set(slot, texts[n] ?? null);
    for (let n = 0; n < this.#integers.length; n += 1) {
      const column = this.#integers[n];
      if (column) column[slot] = fitting(integers[n] ?? null);
    }
    if (integers.length > requestIntegers.length) this.answer(slot, integers.slice(requestIntegers.length));
  }

  /** In the order of `answerIntegers`. */
  answer(slot: number, integers: PlainLists['integers']): void {
    for (const [n, values] of this.#answers.entries()) {
      const value = fitting(integers[n] ?? null);
      if (value !== noInteger) values.set(slot, value);
    }
  }

  get(slot: number): PlainValues {
    const values: Partial<Record<PlainField, string | number | null>> = {};
    for (const [n, field] of textFields.entries()) values[field] = this.#texts[n]?.get(slot) ?? null;
    for (const [n, field] of answerIntegers.entries()) values[field] = this.#answers[n]?.get(slot) ?? null;
    for (const [n, field] of requestIntegers.entries()) {
      const value = this.#integers[n]?.[slot] ?? noInteger;
      values[field] = value === noInteger ? null : value;
    }
    return values as PlainValues;
  }

  /** Must be called before the slot is set again. */
  drop(slot: number): void {
    for (const column of this.#texts) column.drop(slot);
    for (const values of this.#answers) values.delete(slot);
  }

  tested(query: TextQuery, test: (text: string) => boolean): (slot: number) => boolean {
    const column = this.#texts[textFields.findIndex(field => plainFields[field].query === query)];
    return column?.tested(test) ?? never;
  }

  equal(query: IntegerQuery, wanted: number): (slot: number) => boolean {
    const index = integerFields.findIndex(field => plainFields[field].query === query);
    const column = this.#integers[index];
    const answers = this.#answers[index - this.#integers.length];
    if (wanted === noInteger || (!column && !answers)) return never;
    return column ? slot => column[slot] === wanted : slot => answers?.get(slot) === wanted;
  }
}

function never(): boolean {
  return false;
}

/** Browsers number their tabs so; what an agent writes there instead is seen in its payload. */
function fitting(value: number | null): number {
  return value !== null && (value | 0) === value ? value : noInteger;
}
