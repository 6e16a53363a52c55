// How many requests a client may make in a minute, by the way it comes (spec 004 "Rate Limiting"). The clock is handed in.

export interface RateLimitOptions {
  /** Requests in a minute; 0 sets no limit. */
  readonly perMinute: number;
  readonly now: () => number;
}

interface Window {
  readonly since: number;
  count: number;
}

export const rateWindowMs = 60_000;
/** Clients are few; a bound all the same. */
const maxClients = 1_000;

export class RateLimit {
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();
  #perMinute: number;

  constructor({ perMinute, now }: RateLimitOptions) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  get perMinute(): number {
    return this.#perMinute;
  }

  /** Takes effect with the next request. */
  set(perMinute: number): void {
    this.#perMinute = perMinute;
  }

  /** Counts one request. Null when it may go on, else the seconds after which the next one may, at least 1. */
  take(clientId: string): number | null {
    if (this.#perMinute === 0) return null;
    const now = this.#now();
    const window = this.#windowOf(clientId, now);
    if (window.count >= this.#perMinute) return Math.max(1, Math.ceil((window.since + rateWindowMs - now) / 1_000));
    window.count += 1;
    return null;
  }

  #windowOf(clientId: string, now: number): Window {
    const known = this.#windows.get(clientId);
    // A clock that was set back would otherwise keep the window for as long.
    if (known && now >= known.since && now - known.since < rateWindowMs) return known;
    const fresh = { since: now, count: 0 };
    this.#windows.delete(clientId);
    this.#windows.set(clientId, fresh);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > maxClients && oldest !== undefined) this.#windows.delete(oldest);
    return fresh;
  }
}
