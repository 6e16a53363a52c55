// The newest lines that a server wrote to its stderr, bounded in number and length, made safe to read.
import { StringDecoder } from 'node:string_decoder';
import { visibleLine } from './visible-text.ts';

const maxLines = 20;
const maxChars = 8 * 1024;

export class StderrRing {
  readonly #decoder = new StringDecoder('utf8');
  readonly #lines: string[] = [];
  #partial = '';

  push(chunk: Buffer): void {
    const [first = '', ...rest] = this.#decoder.write(chunk).split('\n');
    this.#grow(first);
    for (const text of rest) {
      this.add(this.#partial);
      this.#partial = '';
      this.#grow(text);
    }
  }

  /** Takes a whole line. Empty ones are not worth one of 20 places. */
  add(line: string): void {
    const trimmed = line.slice(0, maxChars).trimEnd();
    if (trimmed === '') return;
    const cut = line.length > maxChars ? `${trimmed} … (cut)` : trimmed;
    this.#lines.push(visibleLine(cut));
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  /** Oldest first, at most 20, with what stands in an unfinished line. */
  lines(): string[] {
    const open = this.#partial.trimEnd();
    return open === '' ? [...this.#lines] : [...this.#lines, visibleLine(open.slice(0, maxChars))].slice(-maxLines);
  }

  /** The newest line that tells why, or null: a stack frame or Node's version line does not. */
  telling(): string | null {
    return this.lines().findLast(line => /\p{L}/u.test(line) && !/^(\s*at |Node\.js v\d)/.test(line)) ?? null;
  }

  #grow(text: string): void {
    if (this.#partial.length <= maxChars) this.#partial += text.slice(0, maxChars + 1);
  }
}
