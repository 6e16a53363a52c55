// Nothing tells that an HTTP client has vanished: it counts as gone when for so long no response to it has been open.
import type { ServerResponse } from 'node:http';

export class IdleWatch {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #open = 0;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  /** How many responses are open. */
  get open(): number {
    return this.#open;
  }

  /** The time begins anew when this response, and every other, has closed. */
  keepAwake(response: ServerResponse): void {
    this.#rest();
    this.#open += 1;
    response.once('close', () => {
      this.#open -= 1;
      if (this.#open > 0 || this.#isOver) return;
      this.#timer = setTimeout(this.#onIdle, this.#idleMs).unref();
    });
  }

  /** Nothing is waited for any more. */
  stop(): void {
    this.#isOver = true;
    this.#rest();
  }

  #rest(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
