// The newest lines that a server wrote to its stderr, bounded in number and length, made safe to read.
import { StringDecoder } from 'node:string_decoder';
import { visibleLine } from '../../../../contract/visible-text.ts';

const maxLines = 20;
const maxChars = 8 * 1024;

export class StderrRing {
  readonly #decoder = new StringDecoder('utf8');
  readonly #lines: string[] = [];
  readonly #onLine: (line: string) => void;
  #partial = '';

  constructor(onLine: (line: string) => void = () => {}) {
    this.#onLine = onLine;
  }

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
    const kept = line.length > maxChars ? cut(line) : line.trimEnd();
    if (kept === '') return;
    this.#onLine(kept);
    this.#lines.push(kept);
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  /** Oldest first, at most 20, with what stands in an unfinished line. */
  lines(): string[] {
    const open = this.#partial.slice(0, maxChars).trimEnd();
    const all = open === '' ? this.#lines : [...this.#lines, open].slice(-maxLines);
    // Made safe only when read: a flood of lines is mostly never shown.
    return all.map(visibleLine);
  }

  /** The newest line that tells why, or null: a stack frame or Node's version line does not. */
  telling(): string | null {
    return this.lines().findLast(line => /\p{L}/u.test(line) && !/^(\s*at |Node\.js v\d)/.test(line)) ?? null;
  }

  #grow(text: string): void {
    if (this.#partial.length <= maxChars) this.#partial += text.slice(0, maxChars + 1);
  }
}

/** Copied, because a slice would keep the whole of a huge line in memory. */
function cut(line: string): string {
  return `${Buffer.from(line.slice(0, maxChars)).toString()} … (cut)`;
}
