// JSON as people paste it: comments and trailing commas are let through, every mistake is named with its line and column.

/** The sentence of what is wrong, with line and column. */
export class LenientJsonError extends Error {}

const maxDepth = 100;

/** Parses JSON with `//` and slash-star comments and trailing commas. Throws LenientJsonError; refuses the key `__proto__`. */
export function parseLenientJson(text: string): unknown {
  return new Reader(text.replace(/^\uFEFF/, '')).document();
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    const value = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#error('nothing after the end of the value');
    return value;
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) throw this.#error(`at most ${maxDepth} levels`);
    this.#skip();
    const sign = this.#text.charAt(this.#at);
    if (sign === '{') return this.#object(depth);
    if (sign === '[') return this.#array(depth);
    if (sign === '"') return this.#string();
    return this.#literal();
  }

  #object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.#at += 1;
    while (!this.#took('}')) {
      if (this.#text.charAt(this.#at) !== '"') throw this.#error('a name in straight double quotes or }');
      const start = this.#at;
      const key = this.#string();
      if (key === '__proto__') {
        this.#at = start;
        throw this.#error('no name "__proto__"');
      }
      if (!this.#took(':')) throw this.#error('a :');
      object[key] = this.#value(depth + 1);
      if (!this.#took(',') && !this.#sees('}')) throw this.#error('a comma or }');
    }
    return object;
  }

  #array(depth: number): unknown[] {
    const array: unknown[] = [];
    this.#at += 1;
    while (!this.#took(']')) {
      array.push(this.#value(depth + 1));
      if (!this.#took(',') && !this.#sees(']')) throw this.#error('a comma or ]');
    }
    return array;
  }

  #string(): string {
    const start = this.#at;
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const sign = this.#text.charAt(at);
      if (sign === '\\') at += 1;
      else if (sign === '\n') break;
      else if (sign === '"') {
        const value = parsed(this.#text.slice(start, at + 1));
        if (typeof value !== 'string') throw this.#error('a text with valid escapes (\\\\ for one backslash)');
        this.#at = at + 1;
        return value;
      }
    }
    throw this.#error('a text that is closed with " on its line');
  }

  #literal(): unknown {
    const word = /[-+.\w]*/y;
    word.lastIndex = this.#at;
    const literal = word.exec(this.#text)?.[0] ?? '';
    const value = literal === '' ? undefined : parsed(literal);
    if (value === undefined) throw this.#error('a value');
    this.#at += literal.length;
    return value;
  }

  #sees(sign: string): boolean {
    this.#skip();
    return this.#text.charAt(this.#at) === sign;
  }

  #took(sign: string): boolean {
    if (!this.#sees(sign)) return false;
    this.#at += 1;
    this.#skip();
    return true;
  }

  #skip(): void {
    const blank = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
    blank.lastIndex = this.#at;
    this.#at += blank.exec(this.#text)?.[0].length ?? 0;
  }

  #error(expected: string): LenientJsonError {
    const before = this.#text.slice(0, this.#at).split('\n');
    const found = this.#text.slice(this.#at).match(/^(?:[\w-]{1,20}|.)/u)?.[0];
    const what = found === undefined ? 'the end of the text' : JSON.stringify(found);
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    return new LenientJsonError(`This is no JSON: expected ${expected}, found ${what} at ${place}.`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
