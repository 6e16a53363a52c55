// Keys in the bucket of clients that are no client's: told once, and again when there is none any more. Pure.

/** What is brought beyond that makes this process no larger. */
const most = 1_000;
const shownChars = 100;

export class OtherKeys {
  readonly #tell: (key: string | null) => void;
  readonly #keys = new Set<string>();
  #isTold = false;
  #isRead = false;

  /** Whoever can write there chooses the key, so it is told as JSON and bounded. */
  constructor(tell: (key: string | null) => void) {
    this.#tell = tell;
  }

  /** The bucket is read anew. */
  begin(): void {
    this.#keys.clear();
    this.#isRead = false;
  }

  take(key: string, isThere: boolean): void {
    if (!isThere) this.#keys.delete(key);
    else if (this.#keys.size < most) this.#keys.add(key);
    if (this.#isRead) this.tell();
  }

  /** All of it was read. */
  tell(): void {
    this.#isRead = true;
    const [key] = this.#keys;
    if ((key !== undefined) === this.#isTold) return;
    this.#isTold = key !== undefined;
    this.#tell(key === undefined ? null : JSON.stringify(key.slice(0, shownChars)));
  }
}
