// Texts in one fixed piece of memory; a new text overwrites the oldest.

/** Where a text lies, counted from the first byte ever written. */
export interface Place {
  readonly start: number;
  readonly length: number;
}

export class ByteRing {
  readonly #bytes: Buffer;
  #end = 0;

  /** `capacity` in bytes; the system hands out the memory only as it is written. */
  constructor(capacity: number) {
    this.#bytes = Buffer.from(new ArrayBuffer(capacity));
  }

  /** Keeps `text` as UTF-8. A text larger than the whole ring is refused with null. */
  write(text: string): Place | null {
    const source = Buffer.from(text);
    const capacity = this.#bytes.length;
    if (source.length > capacity) return null;
    const start = this.#end;
    const head = source.copy(this.#bytes, start % capacity);
    if (head < source.length) source.copy(this.#bytes, 0, head);
    this.#end += source.length;
    return { start, length: source.length };
  }

  /** The text, or null when it was overwritten, even in part. */
  read({ start, length }: Place): string | null {
    const capacity = this.#bytes.length;
    if (start < this.#end - capacity) return null;
    const from = start % capacity;
    const head = this.#bytes.subarray(from, Math.min(from + length, capacity));
    if (head.length === length) return head.toString();
    return Buffer.concat([head, this.#bytes.subarray(0, length - head.length)]).toString();
  }
}
