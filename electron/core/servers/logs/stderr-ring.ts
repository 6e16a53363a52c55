// The newest lines that a server wrote to its stderr, bounded in number and length, made safe to read.
import { StringDecoder } from 'node:string_decoder';
import { visibleLine } from '../../../../contract/visible-text.ts';

/** That are shown. */
const maxLines = 20;
/** In which it is looked for why the program ended: a traceback is longer than what is shown. */
const maxKept = 100;
const maxChars = 8 * 1024;
const maxKeptChars = 128 * 1024;

export class StderrRing {
  readonly #decoder = new StringDecoder('utf8');
  readonly #lines: string[] = [];
  readonly #onLine: (line: string) => void;
  #partial = '';
  #chars = 0;

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
    this.#chars += kept.length;
    while (this.#lines.length > maxKept || (this.#chars > maxKeptChars && this.#lines.length > maxLines))
      this.#chars -= this.#lines.shift()?.length ?? 0;
  }

  /** Oldest first, at most 20, with what stands in an unfinished line; made safe to read. */
  lines(): string[] {
    // Made safe only when read: a flood of lines is mostly never shown.
    return this.newest().slice(-maxLines).map(visibleLine);
  }

  /** The same as they came, at most 100. */
  newest(): string[] {
    const open = this.#partial.slice(0, maxChars).trimEnd();
    return open === '' ? [...this.#lines] : [...this.#lines, open].slice(-maxKept);
  }

  #grow(text: string): void {
    if (this.#partial.length <= maxChars) this.#partial += text.slice(0, maxChars + 1);
  }
}

/** Copied, because a slice would keep the whole of a huge line in memory. */
function cut(line: string): string {
  return `${Buffer.from(line.slice(0, maxChars)).toString()} … (cut)`;
}
