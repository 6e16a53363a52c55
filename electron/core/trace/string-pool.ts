// Strings that repeat, kept once and known by a small number, so that columns are numbers and a search looks at each string once.

/** The number that stands for null. */
const noString = 0;

const defaultMaxBytes = 8 * 1024 * 1024;
/** What a string takes beside its characters: its head and its places in the tables. */
const overheadBytes = 64;

export class StringPool {
  readonly #ids = new Map<string, number>();
  readonly #texts: (string | null)[] = [null];
  readonly #uses: number[] = [0];
  readonly #free: number[] = [];
  readonly #instead: string;
  readonly #maxBytes: number;
  #bytes = 0;
  #renamed = 0;

  /** Holds about `maxBytes` of different strings; a new one beyond that is taken as `instead`. */
  constructor(instead: string, maxBytes = defaultMaxBytes) {
    this.#instead = instead;
    this.#maxBytes = maxBytes;
  }

  /** Upper bound of the numbers given out, plus one. */
  get size(): number {
    return this.#texts.length;
  }

  /** How often a number was given to another text than before. */
  get renamed(): number {
    return this.#renamed;
  }

  /** The number of `text`, held until `drop` was called as often as `take`. */
  take(text: string | null): number {
    if (text === null) return noString;
    const id = this.#ids.get(text) ?? this.#add(text);
    this.#uses[id] = (this.#uses[id] ?? 0) + 1;
    return id;
  }

  drop(id: number): void {
    const text = this.text(id);
    if (text === null) return;
    const uses = (this.#uses[id] ?? 0) - 1;
    this.#uses[id] = uses;
    if (uses > 0) return;
    this.#ids.delete(text);
    this.#texts[id] = null;
    this.#bytes -= text.length + overheadBytes;
    this.#free.push(id);
  }

  text(id: number): string | null {
    return this.#texts[id] ?? null;
  }

  #add(text: string): number {
    if (this.#bytes + text.length + overheadBytes > this.#maxBytes && text !== this.#instead) {
      return this.#ids.get(this.#instead) ?? this.#add(this.#instead);
    }
    const freed = this.#free.pop();
    if (freed !== undefined) this.#renamed += 1;
    const id = freed ?? this.#texts.length;
    this.#texts[id] = text;
    this.#uses[id] = 0;
    this.#bytes += text.length + overheadBytes;
    this.#ids.set(text, id);
    return id;
  }
}
