// Nothing tells that an HTTP client, or an agent of another hub, has vanished: it counts as gone when for so long nothing of it has been open.
import type { ServerResponse } from 'node:http';

export class IdleWatch {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #open = 0;
  /** When the last of what was open closed. */
  #since = 0;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  /** How many responses, or calls, are open. */
  get open(): number {
    return this.#open;
  }

  /** The time begins anew when this response, and every other, has closed. */
  keepAwake(response: ServerResponse): void {
    response.once('close', this.enter());
  }

  /** For what is no response: what it returns is called once that is over. */
  enter(): () => void {
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#open -= 1;
      this.#since = performance.now();
      if (this.#open === 0 && !this.#isOver) this.#timer ??= this.#wait(this.#idleMs);
    };
  }

  /** Nothing is waited for any more. */
  stop(): void {
    this.#isOver = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** One timer for many responses: to set one with each would be work in every call. */
  #wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = null;
      if (this.#open > 0) return;
      const left = this.#since + this.#idleMs - performance.now();
      if (left > 0) this.#timer = this.#wait(left);
      else this.#onIdle();
    }, ms).unref();
  }
}
