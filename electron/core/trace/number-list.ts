// Numbers outside of the heap: a list that grows, and its order, made in slices.
import type { Work } from './slices.ts';

const runLength = 16_384;

/** There may be a million of them, and lists that stay short must be small. */
export class NumberList {
  #values = new Float64Array(4);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** Rising. The list is not to be used after it. */
  *sorted(): Work<Float64Array> {
    const values = this.#values.subarray(0, this.#length);
    for (let at = 0; at < values.length; at += runLength) {
      values.subarray(at, at + runLength).sort();
      yield;
    }
    let from = values;
    let into = new Float64Array(values.length > runLength ? values.length : 0);
    for (let width = runLength; width < values.length; width *= 2) {
      for (let at = 0; at < values.length; at += 2 * width) yield* merge(from, into, at, width);
      [from, into] = [into, from];
    }
    return from;
  }
}

/** Joins two rising runs that lie beside each other. */
function* merge(from: Float64Array, into: Float64Array, start: number, width: number): Work<void> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(start + 2 * width, from.length);
  let left = start;
  let right = middle;
  for (let to = start; to < end; to += 1) {
    if ((to - start) % runLength === 0) yield;
    const isLeft = right >= end || (left < middle && (from[left] ?? 0) <= (from[right] ?? 0));
    into[to] = (isLeft ? from[left] : from[right]) ?? 0;
    if (isLeft) left += 1;
    else right += 1;
  }
}
