// A part of the program that is loaded and made when it is wanted first, once for all who want it.
import { loadPart } from './load-part.ts';

export class LatePart<T> {
  readonly #load: () => Promise<T>;
  #opening: Promise<T> | null = null;
  #now: T | null = null;

  /** `load` imports its files and makes it of them, in one turn once they are there. */
  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Null for as long as nobody has wanted it. */
  get now(): T | null {
    return this.#now;
  }

  /** What fails is tried again the next time. */
  open(): Promise<T> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** For whoever ends it: it, also where it is being loaded. */
  async ending(): Promise<T | null> {
    return this.#opening?.catch(() => null) ?? null;
  }

  async #open(): Promise<T> {
    try {
      const made = await loadPart(this.#load);
      this.#now = made;
      return made;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }
}
