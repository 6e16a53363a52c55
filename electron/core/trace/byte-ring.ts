// Bytes in one fixed piece of memory; new ones overwrite the oldest.

export class ByteRing {
  readonly #bytes: Buffer;
  #end = 0;

  /** `capacity` in bytes; the system hands out the memory only as it is written. */
  constructor(capacity: number) {
    this.#bytes = Buffer.from(new ArrayBuffer(capacity));
  }

  get capacity(): number {
    return this.#bytes.length;
  }

  /** Keeps all `parts` in a row and returns where they begin, counted from the first byte ever written; -1 when they are larger than the ring. */
  write(...parts: readonly Uint8Array[]): number {
    const start = this.#end;
    let length = 0;
    for (const part of parts) length += part.length;
    if (length > this.capacity) return -1;
    for (const part of parts) this.#append(part);
    return start;
  }

  /** A copy of the bytes, or null when they were overwritten, even in part. */
  read(start: number, length: number): Buffer | null {
    if (start < this.#end - this.capacity || start + length > this.#end) return null;
    const from = start % this.capacity;
    const head = this.#bytes.subarray(from, Math.min(from + length, this.capacity));
    return Buffer.concat([head, this.#bytes.subarray(0, length - head.length)]);
  }

  #append(part: Uint8Array): void {
    const from = this.#end % this.capacity;
    const head = Math.min(part.length, this.capacity - from);
    this.#bytes.set(head === part.length ? part : part.subarray(0, head), from);
    if (head < part.length) this.#bytes.set(part.subarray(head), 0);
    this.#end += part.length;
  }
}
