// Which calls each agent of another hub has under way here: bounded for each, and nothing is kept of those that have ended.

/** Of one agent. */
export const mostCalls = 256;
/** Of so many agents all is looked at again at the earliest. */
const leastSwept = 64;

interface OfClient {
  readonly asker: string;
  readonly calls: Set<string>;
}

export class ClientCalls {
  readonly #isOpen: (asker: string, call: string) => boolean;
  readonly #byClient = new Map<string, OfClient>();
  #sweptFrom = leastSwept;

  constructor(isOpen: (asker: string, call: string) => boolean) {
    this.#isOpen = isOpen;
  }

  /** Of how many agents anything is kept. */
  get size(): number {
    return this.#byClient.size;
  }

  /** False where it has too many under way: others of its hub have their own. */
  begin(asker: string, clientId: string, call: string): boolean {
    const known = this.#byClient.get(clientId);
    if (!known && this.#byClient.size >= this.#sweptFrom) this.#sweep();
    const own = known ?? { asker, calls: new Set() };
    if (own.calls.size >= mostCalls) this.#forgetEnded(own);
    if (own.calls.size >= mostCalls) return false;
    own.calls.add(call);
    this.#byClient.set(clientId, own);
    return true;
  }

  /** Each time twice as many agents have come as were left the last time. */
  #sweep(): void {
    for (const [clientId, own] of this.#byClient) {
      this.#forgetEnded(own);
      if (own.calls.size === 0) this.#byClient.delete(clientId);
    }
    this.#sweptFrom = Math.max(leastSwept, 2 * this.#byClient.size);
  }

  #forgetEnded({ asker, calls }: OfClient): void {
    for (const call of calls) if (!this.#isOpen(asker, call)) calls.delete(call);
  }
}
