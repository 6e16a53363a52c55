// The columns of the plain fields that the contract describes.
import { integerFields, plainFields, textFields } from '../../../contract/trace-fields.ts';
import { TextColumn } from './text-column.ts';
import type { IntegerField, IntegerQuery, PlainValues, TextField, TextQuery } from '../../../contract/trace-fields.ts';

const noInteger = -(2 ** 31);

export class PlainColumns {
  readonly #texts: readonly (readonly [TextField, TextColumn])[];
  readonly #integers: readonly (readonly [IntegerField, Int32Array])[];

  constructor(length: number) {
    this.#texts = textFields.map(field => [field, new TextColumn(length)] as const);
    this.#integers = integerFields.map(field => [field, new Int32Array(length)] as const);
  }

  set(slot: number, values: PlainValues): void {
    for (const [field, column] of this.#texts) column.set(slot, values[field]);
    for (const [field, column] of this.#integers) column[slot] = fitting(values[field]);
  }

  get(slot: number): PlainValues {
    const values: Partial<Record<TextField | IntegerField, string | number | null>> = {};
    for (const [field, column] of this.#texts) values[field] = column.get(slot);
    for (const [field, column] of this.#integers) {
      const value = column[slot] ?? noInteger;
      values[field] = value === noInteger ? null : value;
    }
    return values as PlainValues;
  }

  /** Must be called before the slot is set again. */
  drop(slot: number): void {
    for (const [, column] of this.#texts) column.drop(slot);
  }

  tested(query: TextQuery, test: (text: string) => boolean): (slot: number) => boolean {
    const column = this.#texts.find(([field]) => plainFields[field].query === query)?.[1];
    return column?.tested(test) ?? (() => false);
  }

  equal(query: IntegerQuery, wanted: number): (slot: number) => boolean {
    const column = this.#integers.find(([field]) => plainFields[field].query === query)?.[1];
    return slot => wanted !== noInteger && column?.[slot] === wanted;
  }
}

/** Browsers number their tabs so; what an agent writes there instead is seen in its payload. */
function fitting(value: number | null): number {
  return value !== null && (value | 0) === value ? value : noInteger;
}
