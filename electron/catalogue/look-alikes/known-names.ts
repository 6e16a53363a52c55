// The spellings of better known entries, so that what is near to one is found without comparing everything with everything.
import { distance } from './distance.ts';

export interface Spelling<T> {
  readonly text: string;
  readonly of: T;
}

interface Bucketed<T> extends Spelling<T> {
  readonly letters: number;
}

/** Names that are near: those of a few by their lengths up to two letters, those of many by what is left without one letter. */
export class KnownNames<T> {
  readonly #byLength = new Map<number, Bucketed<T>[]>();
  readonly #byDeletion = new Map<string, Spelling<T>[]>();

  /** For the few, whose whole neighbourhood is looked at. */
  addWide(text: string, of: T): void {
    const bucket = this.#byLength.get(text.length);
    const spelling = { text, of, letters: lettersOf(text) };
    if (bucket) bucket.push(spelling);
    else this.#byLength.set(text.length, [spelling]);
  }

  addNarrow(text: string, of: T): void {
    for (const key of [text, ...withoutOne(text)]) {
      const bucket = this.#byDeletion.get(key);
      if (!bucket) this.#byDeletion.set(key, [{ text, of }]);
      else if (bucket.length < maxOfKey) bucket.push({ text, of });
    }
  }

  /** Those of the few within `most` letters that `mayBe` says yes to. */
  *wide(text: string, most: number, mayBe: (of: T) => boolean): Generator<Spelling<T> & { readonly distance: number }> {
    const letters = lettersOf(text);
    for (let length = text.length - most; length <= text.length + most; length += 1)
      for (const { text: known, letters: others, of } of this.#byLength.get(length) ?? []) {
        // Each letter that differs is one kind more or less on each side at most.
        if (bitsIn(letters ^ others) > 2 * most || !mayBe(of)) continue;
        const found = distance(text, known, most);
        if (found <= most) yield { text: known, of, distance: found };
      }
  }

  /** Those of the many that differ by exactly one letter. */
  *narrow(text: string, mayBe: (of: T) => boolean): Generator<Spelling<T>> {
    const seen = new Set<Spelling<T>>();
    for (const key of [text, ...withoutOne(text)])
      for (const spelling of this.#byDeletion.get(key) ?? []) {
        if (seen.has(spelling) || !mayBe(spelling.of)) continue;
        seen.add(spelling);
        if (distance(text, spelling.text, 1) === 1) yield spelling;
      }
  }
}

/** What is left of so many names without a letter tells of none of them. */
const maxOfKey = 16;

function withoutOne(text: string): string[] {
  return Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1));
}

/** A bit for each letter and digit that is in it. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) % 31);
  return bits;
}

function bitsIn(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
