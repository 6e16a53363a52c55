// JSON of a file that a person writes: its values, and where in the text each of them begins.

/** Offsets count UTF-16 units from 0. */
export class JsonError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export interface LocatedJson {
  readonly value: unknown;
  /** Where the value at a path begins; where its nearest parent does when there is no such value. */
  offsetOf(path: readonly PropertyKey[]): number;
}

const maxDepth = 100;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const quoted = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** Throws JsonError. A name that stands twice in one object is an error too: only one of the two would count. */
export function parseLocatedJson(text: string): LocatedJson {
  const reader = new JsonReader(text);
  const value = reader.document();
  return {
    value,
    offsetOf: path => {
      for (let depth = path.length; depth > 0; depth -= 1) {
        const offset = reader.offsets.get(keyOf(path.slice(0, depth)));
        if (offset !== undefined) return offset;
      }
      return reader.offsets.get(keyOf([])) ?? 0;
    },
  };
}

/** Lines and columns count from 1. */
export function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function keyOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

class JsonReader {
  readonly offsets = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    const value = this.#value([]);
    this.#skip();
    if (this.#at < this.#text.length) this.#fail('Nothing may follow the end of the JSON');
    return value;
  }

  #value(path: readonly PropertyKey[]): unknown {
    this.#skip();
    if (path.length > maxDepth) this.#fail(`Values are nested deeper than ${maxDepth}`);
    this.offsets.set(keyOf(path), this.#at);
    const next = this.#text[this.#at];
    if (next === '{') return this.#object(path);
    if (next === '[') return this.#array(path);
    const found = this.#match(next === '"' ? quoted : scalar);
    if (found === null) this.#fail(next === '"' ? 'This text has no end or a wrong escape' : 'A value is missing here');
    return JSON.parse(found);
  }

  #object(path: readonly PropertyKey[]): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    this.#list('}', () => {
      const start = this.#at;
      const name = this.#match(quoted);
      if (name === null) this.#fail('A name in double quotes is missing here');
      const key: string = JSON.parse(name);
      if (entries.has(key)) throw new JsonError(`${name} is there twice`, start);
      this.#skip();
      this.#expect(':');
      entries.set(key, this.#value([...path, key]));
    });
    return Object.fromEntries(entries);
  }

  #array(path: readonly PropertyKey[]): unknown[] {
    const items: unknown[] = [];
    this.#list(']', () => items.push(this.#value([...path, items.length])));
    return items;
  }

  #list(end: string, item: () => void): void {
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === end) return void (this.#at += 1);
    for (;;) {
      this.#skip();
      item();
      this.#skip();
      if (this.#text[this.#at] === end) return void (this.#at += 1);
      this.#expect(',', end);
    }
  }

  #expect(mark: string, or?: string): void {
    if (this.#text[this.#at] !== mark) this.#fail(`A ${mark}${or ? ` or ${or}` : ''} is missing here`);
    this.#at += 1;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }

  #skip(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #fail(message: string): never {
    throw new JsonError(message, this.#at);
  }
}
