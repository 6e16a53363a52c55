// How much one page may ask: requests at the same time, new ones and bytes in a second, bytes of one. What exceeds that is refused at once and goes no further.
import { pageBounds } from './known-to-pages.ts';
import type { PageError } from '../../../contract/web-agent.ts';

type Bounds = Omit<typeof pageBounds, 'toolsPauseMs' | 'documents' | 'tools' | 'originChars'>;

export class PageBounds {
  readonly #now: () => number;
  readonly #bounds: Bounds;
  #inFlight = 0;
  #tokens: number;
  #bytes: number;
  #filledAt: number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(now: () => number, bounds: Bounds = pageBounds) {
    this.#now = now;
    this.#bounds = bounds;
    this.#tokens = bounds.burst;
    this.#bytes = bounds.burstBytes;
    this.#filledAt = now();
  }

  /** Null when it may proceed, until `done`. `size`: characters of its JSON, each of which is at least a byte. */
  take(size: number): PageError | null {
    const { inFlight, requestBytes, perSecond, bytesPerSecond } = this.#bounds;
    this.#fill();
    if (size > requestBytes)
      return limited(`A request of a page has at most ${requestBytes} bytes, and this one ${size}; send less.`);
    if (this.#inFlight >= inFlight)
      return limited(`This page waits for ${inFlight} answers already; wait for some of them before it asks more.`);
    if (this.#tokens < 1)
      return limited(`This page asks more than ${perSecond} times a second; wait a moment, then ask again.`);
    if (this.#bytes < size)
      return limited(`This page sends more than ${bytesPerSecond} bytes a second; wait a moment, then ask again.`);
    this.#tokens -= 1;
    this.#bytes -= size;
    this.#inFlight += 1;
    return null;
  }

  /** Of what asks nothing: false where it is too much for now. */
  takeBytes(size: number): boolean {
    this.#fill();
    if (this.#bytes < size) return false;
    this.#bytes -= size;
    return true;
  }

  #fill(): void {
    const { burst, perSecond, burstBytes, bytesPerSecond } = this.#bounds;
    const now = this.#now();
    const seconds = (now - this.#filledAt) / 1_000;
    this.#filledAt = now;
    this.#tokens = Math.min(burst, this.#tokens + seconds * perSecond);
    this.#bytes = Math.min(burstBytes, this.#bytes + seconds * bytesPerSecond);
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
