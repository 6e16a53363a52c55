// A brake on guessing tokens on a port of this machine: wrong ones are answered late and told to wait, a right one always passes.
// All come from 127.0.0.1, so no source can be told from another; shutting a source out would shut the owner out.
import { setTimeout as sleep } from 'node:timers/promises';

const windowMs = 60_000;
const maxWrong = 20;
const delayMs = 1_000;
/** Answers that are held back at once; beyond them a connection is closed without one, or answered at once where others come by it too. */
const maxHeld = 64;

export interface WrongTokensOptions {
  /** Milliseconds on any clock. */
  readonly now: () => number;
  /** The brake has taken hold; called at most once in a minute. */
  readonly onBraked?: (() => void) | undefined;
}

/** `answer`: as usual. `slow`: it waited, and is to be told to come back later. `close`: too many wait already. */
export type WrongTokenEnd = 'answer' | 'slow' | 'close';

export class WrongTokens {
  readonly #options: WrongTokensOptions;
  /** When the last wrong ones came. */
  #at: number[] = [];
  #held = 0;
  #toldAt = -Infinity;

  constructor(options: WrongTokensOptions) {
    this.#options = options;
  }

  /** A wrong token has come; resolves when it may be answered. */
  async note(): Promise<WrongTokenEnd> {
    const now = this.#options.now();
    const recent = this.#at.filter(at => now >= at && now - at < windowMs);
    this.#at = [...recent, now].slice(-maxWrong);
    if (recent.length < maxWrong) return 'answer';
    if (now - this.#toldAt >= windowMs || now < this.#toldAt) {
      this.#toldAt = now;
      this.#options.onBraked?.();
    }
    if (this.#held >= maxHeld) return 'close';
    this.#held += 1;
    await sleep(delayMs, undefined, { ref: false });
    this.#held -= 1;
    return 'slow';
  }
}

/** What a client is told to wait for, in seconds. */
export const wrongTokenRetrySeconds = windowMs / 1_000;
