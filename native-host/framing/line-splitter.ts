// Bytes to lines with a cap, linear in the bytes read however they are cut into chunks.

const newline = 10;
const keptBytes = 1024 * 1024;

export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  #partial: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number, onLine: (line: string) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  /** Takes a chunk and hands out its complete lines without their end. Returns false when a line passes the cap: then nothing more may come. */
  push(chunk: Buffer): boolean {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      const stop = end < 0 ? chunk.length : end;
      if (this.#length + stop - start > this.#maxBytes) return false;
      if (end < 0) {
        this.#keep(chunk.subarray(start));
        return true;
      }
      this.#emit(chunk.subarray(start, end));
      start = end + 1;
    }
  }

  #emit(rest: Buffer): void {
    const whole = this.#length === 0;
    if (!whole) this.#keep(rest);
    const text = whole ? rest.toString('utf8') : this.#partial.toString('utf8', 0, this.#length);
    this.#length = 0;
    if (this.#partial.length > keptBytes) this.#partial = Buffer.alloc(0);
    this.#onLine(text.endsWith('\r') ? text.slice(0, -1) : text);
  }

  /** The buffer doubles, so each byte is copied a bounded number of times; joining chunk by chunk would be quadratic. */
  #keep(bytes: Buffer): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#partial.length) {
      const grown = Buffer.allocUnsafe(Math.min(Math.max(needed, this.#partial.length * 2, 4096), this.#maxBytes + 1));
      this.#partial.copy(grown, 0, 0, this.#length);
      this.#partial = grown;
    }
    bytes.copy(this.#partial, this.#length);
    this.#length = needed;
  }
}
