// How much one page may ask: requests at the same time, new ones in a second, bytes of one. What exceeds that is refused at once and goes no further.
import { pageBounds } from './known-to-pages.ts';
import type { PageError } from '../../../contract/web-agent.ts';

type Bounds = Pick<typeof pageBounds, 'inFlight' | 'requestBytes' | 'burst' | 'perSecond'>;

export class PageBounds {
  readonly #now: () => number;
  readonly #bounds: Bounds;
  #inFlight = 0;
  #tokens: number;
  #filledAt: number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(now: () => number, bounds: Bounds = pageBounds) {
    this.#now = now;
    this.#bounds = bounds;
    this.#tokens = bounds.burst;
    this.#filledAt = now();
  }

  /** Null when it may proceed, until `done`. `size`: characters of its JSON, each of which is at least a byte. */
  take(size: number): PageError | null {
    const { inFlight, requestBytes, burst, perSecond } = this.#bounds;
    const now = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1_000) * perSecond);
    this.#filledAt = now;
    if (size > requestBytes)
      return limited(`A request of a page has at most ${requestBytes} bytes, and this one ${size}; send less.`);
    if (this.#inFlight >= inFlight)
      return limited(`This page waits for ${inFlight} answers already; wait for some of them before it asks more.`);
    if (this.#tokens < 1)
      return limited(`This page asks more than ${perSecond} times a second; wait a moment, then ask again.`);
    this.#tokens -= 1;
    this.#inFlight += 1;
    return null;
  }

  done(): void {
    this.#inFlight -= 1;
  }
}

const tallyMs = 1_000;

/** Counts what was refused and tells the number at most once a second, so that a flood of requests causes no flood of messages. */
export class RefusalTally {
  readonly #tell: (count: number) => void;
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (count: number) => void) {
    this.#tell = tell;
  }

  add(count = 1): void {
    this.#count += count;
    this.#timer ??= setTimeout(() => this.flush(), tallyMs);
  }

  /** Tells right away what has not been told yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const count = this.#count;
    this.#count = 0;
    if (count > 0) this.#tell(count);
  }
}

function limited(message: string): PageError {
  return { code: 'ERR_RATE_LIMITED', message };
}

/** Bytes of UTF-8. A text with more characters than the bound is not measured. */
export function bytesOf(text: string): number {
  if (text.length > pageBounds.requestBytes) return text.length;
  return new TextEncoder().encode(text).length;
}
