// The body of an answer as all that has arrived of it, piece by piece: who is behind gets fewer and larger pieces.
import type { Readable } from 'node:stream';

interface Waiting {
  resolve(bytes: Uint8Array | null): void;
  reject(error: Error): void;
}

export class ArrivedBytes {
  readonly #body: Readable;
  #waiting: Waiting | null = null;
  #isOver = false;

  constructor(body: Readable) {
    this.#body = body;
    body.on('readable', () => this.#look());
    body.once('end', () => {
      this.#isOver = true;
      this.#take()?.resolve(null);
    });
    body.once('error', error => this.#take()?.reject(error));
    body.once('close', () => {
      if (!this.#isOver) this.#take()?.reject(closedEarly());
    });
  }

  /** Resolves with all that waits to be read, null at the end; rejects where it broke off. One at a time. */
  next(): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return resolve(null);
      if (this.#body.destroyed) return reject(this.#body.errored ?? closedEarly());
      this.#waiting = { resolve, reject };
      this.#look();
    });
  }

  #look(): void {
    if (!this.#waiting) return;
    const bytes = this.#body.read() as Buffer | null;
    if (bytes !== null) this.#take()?.resolve(bytes);
  }

  #take(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}

function closedEarly(): Error {
  return new Error('The body ended before its end.');
}
