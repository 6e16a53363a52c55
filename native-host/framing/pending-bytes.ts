// What all connections of one way in hold of messages that are not whole yet: past the bound the one that holds most is ended.

export interface PendingBytesOptions<T> {
  readonly max: number;
  /** Ends the one that holds most. */
  readonly end: (holder: T) => void;
}

export class PendingBytes<T> {
  readonly #options: PendingBytesOptions<T>;
  readonly #held = new Map<T, number>();
  #sum = 0;

  constructor(options: PendingBytesOptions<T>) {
    this.#options = options;
  }

  /** `bytes` came, and no message of it is whole. */
  add(holder: T, bytes: number): void {
    this.set(holder, (this.#held.get(holder) ?? 0) + bytes);
  }

  /** 0 when its message is whole, or when it is gone. */
  set(holder: T, bytes: number): void {
    this.#sum += bytes - (this.#held.get(holder) ?? 0);
    if (bytes > 0) this.#held.set(holder, bytes);
    else this.#held.delete(holder);
    while (this.#sum > this.#options.max) this.#endLargest();
  }

  #endLargest(): void {
    const [largest] = [...this.#held].toSorted(([, a], [, b]) => b - a);
    if (!largest) return;
    const [holder, bytes] = largest;
    this.#held.delete(holder);
    this.#sum -= bytes;
    this.#options.end(holder);
  }
}
