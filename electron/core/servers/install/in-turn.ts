// What is done about the same thing is done one after the other.

export class InTurn {
  readonly #last = new Map<string, Promise<void>>();

  /** Whoever waits for a turn of its own inside of `work` waits for ever. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const over: Promise<void> = own.then(
      () => {},
      () => {},
    );
    this.#last.set(key, over);
    void over.then(() => {
      if (this.#last.get(key) === over) this.#last.delete(key);
    });
    return own;
  }
}
