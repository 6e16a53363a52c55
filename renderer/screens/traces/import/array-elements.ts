// The objects within the arrays of certain names in a JSON document, found while it is read piece by piece: a file of any size needs no more than one of them in memory.

interface Container {
  readonly isArray: boolean;
  /** The name of the member that holds it. */
  readonly name: string;
}

const longestName = 40;

export class ArrayElements {
  readonly #names: ReadonlySet<string>;
  readonly #longest: number;
  readonly #containers: Container[] = [];
  /** The element that is being read, and how deep it lies; null between two. */
  #element: { text: string; readonly depth: number } | null = null;
  #isText = false;
  #isEscaped = false;
  #text = '';
  #name = '';

  /** Throws where an element has more than `longest` characters. */
  constructor(names: readonly string[], longest: number) {
    this.#names = new Set(names);
    this.#longest = longest;
  }

  /** The elements that end in this piece, each on one line. */
  take(piece: string): string[] {
    const found: string[] = [];
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece[at] ?? '';
      if (this.#isText) {
        this.#inText(sign);
        continue;
      }
      const before = this.#element;
      this.#outside(sign);
      if (!before && this.#element) start = at;
      if (before && !this.#element) found.push(onOneLine(before.text + piece.slice(start, at + 1)));
    }
    if (this.#element) {
      this.#element.text += piece.slice(start);
      if (this.#element.text.length > this.#longest) throw new Error('It has an entry that is too long.');
    }
    return found;
  }

  #inText(sign: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === '\\') this.#isEscaped = true;
    else if (sign === '"') this.#isText = false;
    else if (!this.#element && this.#text.length < longestName) this.#text += sign;
  }

  #outside(sign: string): void {
    if (sign === '"') {
      this.#isText = true;
      this.#text = '';
    } else if (sign === ':') this.#name = this.#text;
    else if (sign === ',') this.#name = '';
    else if (sign === '{' || sign === '[') this.#open(sign === '[');
    else if (sign === '}' || sign === ']') this.#close();
  }

  #open(isArray: boolean): void {
    const parent = this.#containers.at(-1);
    const isElement = !isArray && parent?.isArray === true && this.#names.has(parent.name);
    if (isElement) this.#element ??= { text: '', depth: this.#containers.length };
    this.#containers.push({ isArray, name: this.#name });
    this.#name = '';
  }

  #close(): void {
    this.#containers.pop();
    if (this.#element?.depth === this.#containers.length) this.#element = null;
  }
}

/** Line breaks stand between the parts of JSON only, never within its texts. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
