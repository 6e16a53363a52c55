// Searches through conversations, one at a time, because each reads everything that there is. Of an asker only the text that it asked for last
// is searched: who types on, or has gone, waits for no other. An equal search that has not begun is shared.
import { cancelled } from '../platform/wait.ts';
import { searchChats } from './chat-search.ts';
import type { ChatSearch, FoundChat } from './chat-search.ts';
import type { Reader } from './rows.ts';

/** Who asks, told by its identity. */
export interface ChatSearcher {
  /** Aborted when nobody waits for its answers any more. */
  readonly gone: AbortSignal;
}

interface Asked {
  readonly search: ChatSearch;
  readonly key: string;
  readonly askers: Set<ChatSearcher>;
  readonly found: Promise<FoundChat[]>;
  settle(found: Promise<FoundChat[]>): void;
}

const anybody = (): ChatSearcher => ({ gone: new AbortController().signal });

export class ChatSearches {
  readonly #reader: Reader;
  readonly #waiting: Asked[] = [];
  #running: Asked | null = null;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Rejects with ERR_CANCELLED once all its askers have gone or ask for another text. */
  find(search: ChatSearch, asker = anybody()): Promise<FoundChat[]> {
    this.wantsOnly(search.words, asker);
    const key = JSON.stringify(search);
    let asked = this.#waiting.find(waiting => waiting.key === key);
    if (!asked) {
      asked = askedFor(search, key);
      this.#waiting.push(asked);
    }
    asked.askers.add(asker);
    if (!this.#running) void this.#run();
    return asked.found;
  }

  /** It wants what it asked of these words alone: other pages of them, too. */
  wantsOnly(words: string, asker: ChatSearcher): void {
    for (const asked of [...this.#waiting, ...(this.#running ? [this.#running] : [])])
      if (asked.search.words !== words) asked.askers.delete(asker);
  }

  async #run(): Promise<void> {
    for (let asked = this.#waiting.shift(); asked; asked = this.#waiting.shift()) {
      this.#running = asked;
      const { search, askers } = asked;
      asked.settle(
        searchChats(this.#reader, search, () => {
          if (![...askers].some(({ gone }) => !gone.aborted)) throw cancelled();
        }),
      );
      await asked.found.catch(() => {});
    }
    this.#running = null;
  }
}

function askedFor(search: ChatSearch, key: string): Asked {
  let settle: Asked['settle'] = () => {};
  const found = new Promise<FoundChat[]>(resolve => {
    settle = resolve;
  });
  return { search, key, askers: new Set(), found, settle };
}
