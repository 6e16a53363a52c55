// What every played agent can be told, and the one tab that each works in.
import type { Call } from './call-book.ts';

export interface PlayedAgent {
  /** Opens a tab where it has none, else goes to an address in its own. */
  call(): void;
  /** Goes, whatever is under way. */
  leave(): void;
  /** Gives its oldest call up, where its wire has words for that. */
  cancel(): void;
  /** Goes and comes back with what it asked, byte by byte, where its wire knows that. */
  repeat(): void;
}

const addressOf = ({ mark }: Call) => `https://${mark}.example/`;

/** The one tab that an agent works in: learned from answers, forgotten when an answer says that it is gone. */
export class OwnTab {
  #tabId: number | null = null;

  /** The hub's tool for the next call, with its arguments. */
  next(call: Call): { tool: 'tabs_create' | 'navigate'; args: Record<string, unknown> } {
    const url = addressOf(call);
    return this.#tabId === null
      ? { tool: 'tabs_create', args: { url } }
      : { tool: 'navigate', args: { url, tabId: this.#tabId } };
  }

  learn(text: string): void {
    const found = /\\?"tabId\\?":\s?(\d+)/.exec(text)?.[1];
    if (found !== undefined) this.#tabId = Number(found);
    if (/OWNERSHIP|NO_TABS|not open in|not found|own no tab/.test(text)) this.#tabId = null;
  }
}
