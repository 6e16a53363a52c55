// How many calls of one server may wait: of all who call it, and of each origin, so that no origin alone keeps the others out.
import { PageFault } from '../web-agent/page-fault.ts';
import { boxBounds } from './boxed-server.ts';

export class RoomForCalls {
  readonly #server: string;
  readonly #waiting = new Map<string, number>();

  /** `server` as it is named to those who find no room. */
  constructor(server: string) {
    this.#server = server;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Until the returned function is called. Throws ERR_RATE_LIMITED. */
  enter(origin: string): () => void {
    const { waiting, waitingOfOrigin } = boxBounds;
    const all = [...this.#waiting.values()].reduce((sum, one) => sum + one, 0);
    if (all >= waiting) throw this.#full(`${waiting} calls`);
    if (this.#of(origin) >= waitingOfOrigin) throw this.#full(`${waitingOfOrigin} calls of ${origin}`);
    this.#waiting.set(origin, this.#of(origin) + 1);
    return () => {
      const left = this.#of(origin) - 1;
      if (left > 0) this.#waiting.set(origin, left);
      else this.#waiting.delete(origin);
    };
  }

  #of(origin: string): number {
    return this.#waiting.get(origin) ?? 0;
  }

  #full(what: string): PageFault {
    return new PageFault('ERR_RATE_LIMITED', `${what} wait for "${this.#server}" already; wait for one of them.`);
  }
}
