// Work that comes all at once, spread over turns of the event loop: what arrives in between for others is not held up by it.

export class Spread {
  #last = Promise.resolve();

  /** Resolves when the next piece of work may begin: one in each turn, after whatever has arrived by then. */
  turn(): Promise<void> {
    this.#last = this.#last.then(() => new Promise(resolve => setImmediate(resolve)));
    return this.#last;
  }
}
