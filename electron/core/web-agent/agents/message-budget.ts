// How much a page may write to others, and all pages of a browser together: messages and bytes that come back with time. Each recipient of a
// broadcast counts with all that is written to it.

interface Left {
  messages: number;
  bytes: number;
  at: number;
}

/** Whose budget it is, and how much that has. */
interface Owner {
  readonly key: string;
  readonly most: { readonly messages: number; readonly bytes: number };
  readonly perSecond: { readonly messages: number; readonly bytes: number };
}

/** Who writes: a document in its browser. */
interface Writer {
  readonly key: string;
  readonly tab: { readonly browserId: string };
}

const mebibyte = 1024 * 1024;
const ofPage = { most: { messages: 100, bytes: 8 * mebibyte }, perSecond: { messages: 20, bytes: mebibyte } } as const;
/** What waits for a browser has a bound of 64 MiB, behind which its connection ends: this leaves room for everything else. */
const ofBrowser = {
  most: { messages: 1_000, bytes: 16 * mebibyte },
  perSecond: { messages: 500, bytes: 4 * mebibyte },
} as const;

export class MessageBudget {
  readonly #now: () => number;
  readonly #left = new Map<string, Left>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Takes what so many messages of `bytes` each need, or as many as the bytes that are left are enough for, and tells how many those are. None
   * where there are fewer messages left than that, of which a whole budget is always enough for one broadcast.
   */
  take(writer: Writer, messages: number, bytes: number): number {
    const owners = ownersOf(writer).map(owner => ({ owner, left: this.#leftOf(owner) }));
    const taken = Math.min(messages, ...owners.map(({ left }) => Math.floor(left.bytes / Math.max(1, bytes))));
    const needed = ({ most }: Owner) => Math.min(taken, most.messages);
    if (taken < 1 || owners.some(({ owner, left }) => left.messages < needed(owner))) return 0;
    for (const { owner, left } of owners)
      this.#left.set(owner.key, {
        ...{ messages: left.messages - needed(owner), bytes: left.bytes - bytes * taken, at: left.at },
      });
    return taken;
  }

  gone(key: string): void {
    this.#left.delete(`page ${key}`);
  }

  #leftOf({ key, most, perSecond }: Owner): Left {
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

function ownersOf({ key, tab }: Writer): Owner[] {
  return [
    { key: `page ${key}`, ...ofPage },
    { key: `browser ${tab.browserId}`, ...ofBrowser },
  ];
}
