// How much a page may write to others: messages and bytes that come back with time. Each recipient of a broadcast counts.

interface Left {
  messages: number;
  bytes: number;
  at: number;
}

const most = { messages: 100, bytes: 8 * 1024 * 1024 } as const;
const perSecond = { messages: 20, bytes: 1024 * 1024 } as const;

export class MessageBudget {
  readonly #now: () => number;
  readonly #left = new Map<string, Left>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** False where that is more than the page of that key has left; nothing is taken then. A whole budget is always enough for one. */
  take(key: string, messages: number, bytes: number): boolean {
    const left = this.#leftOf(key);
    const [needed, neededBytes] = [Math.min(messages, most.messages), Math.min(bytes, most.bytes)];
    if (left.messages < needed || left.bytes < neededBytes) return false;
    this.#left.set(key, { ...left, messages: left.messages - needed, bytes: left.bytes - neededBytes });
    return true;
  }

  gone(key: string): void {
    this.#left.delete(key);
  }

  #leftOf(key: string): Left {
    const at = this.#now();
    const before = this.#left.get(key) ?? { ...most, at };
    const seconds = Math.max(0, at - before.at) / 1_000;
    return {
      messages: Math.min(most.messages, before.messages + seconds * perSecond.messages),
      bytes: Math.min(most.bytes, before.bytes + seconds * perSecond.bytes),
      at,
    };
  }
}
