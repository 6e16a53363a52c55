// Bytes to lines with a cap, linear in the bytes read however they are cut into chunks.

const newline = 10;
const keptBytes = 1024 * 1024;

/** `bytes` is the same line before it was read as UTF-8; it holds only until the call returns. */
type OnLine = (line: string, bytes: Buffer) => void;

export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onLine: OnLine;
  #partial: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number, onLine: OnLine) {
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
    const bytes = whole ? rest : this.#partial.subarray(0, this.#length);
    const text = bytes.toString('utf8');
    this.#length = 0;
    if (this.#partial.length > keptBytes) this.#partial = Buffer.alloc(0);
    this.#onLine(text.endsWith('\r') ? text.slice(0, -1) : text, bytes);
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
