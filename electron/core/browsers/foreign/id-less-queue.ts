// One call at a time on a port without ids, in fair turns; after a call that was given up, nothing more until its late reply came.
import { hubError } from '../../../../words/hub-error.ts';
import { cancelled, fail, wait } from '../../platform/wait.ts';
import type { HubError } from '../../../../contract/errors.ts';

export interface IdLessQueueOptions {
  /** For sentences: the browser's name. */
  readonly label: () => string;
  /** How long the late reply of a given-up call is waited for, beyond the call's own time. */
  readonly lateMs: number;
  /** The late reply did not come either: the port has to be opened anew. */
  readonly onStuck: () => void;
}

export interface Turn<T> {
  /** Turns are given in rotation among the askers. */
  readonly asker: string;
  readonly signal: AbortSignal;
  /** Covers the wait for the turn as well. */
  readonly timeoutMs: number;
  /** Sends, and settles with the answer; gets the time that is left. */
  readonly send: (leftMs: number) => Promise<T>;
}

interface QueuedRequest {
  readonly asker: string;
  start(): void;
  fail(error: HubError): void;
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'owing'; readonly timer: NodeJS.Timeout }
  | { readonly kind: 'closed' };

const maxWaiting = 200;

export class IdLessQueue {
  readonly #options: IdLessQueueOptions;
  readonly #lines = new Map<string, QueuedRequest[]>();
  #state: State = { kind: 'idle' };
  /** Requests that were sent and not answered; a given-up one stays until its late reply. */
  #owed = 0;

  constructor(options: IdLessQueueOptions) {
    this.#options = options;
  }

  /** Waits for its turn and settles as `send` does. Rejects with ERR_TOOL_TIMEOUT, ERR_CANCELLED or the error of `close`. */
  run<T>(turn: Turn<T>): Promise<T> {
    const { asker, signal, timeoutMs } = turn;
    if (signal.aborted) return Promise.reject(cancelled());
    if (this.#state.kind === 'closed' || this.#size() >= maxWaiting) return Promise.reject(this.#full());
    const until = performance.now() + timeoutMs;
    return wait<T>({
      signal,
      timeoutMs,
      begin: settle => {
        const waiting: QueuedRequest = {
          asker,
          fail: error => settle(() => fail(error)),
          start: () => settle(() => this.#serve(turn, until)),
        };
        this.#lines.set(asker, [...(this.#lines.get(asker) ?? []), waiting]);
        this.#next();
        return () => this.#remove(waiting);
      },
      onTimeout: () => fail(this.#late(timeoutMs)),
      onAbort: () => fail(cancelled()),
    });
  }

  /** A request went out on the port. */
  sent(): void {
    this.#owed += 1;
  }

  /** Any reply came in, also one that nobody waits for any more. */
  replied(): void {
    this.#owed = Math.max(0, this.#owed - 1);
    if (this.#state.kind !== 'owing' || this.#owed > 0) return;
    clearTimeout(this.#state.timer);
    this.#state = { kind: 'idle' };
    this.#next();
  }

  close(error: HubError): void {
    if (this.#state.kind === 'owing') clearTimeout(this.#state.timer);
    this.#state = { kind: 'closed' };
    const waiting = [...this.#lines.values()].flat();
    this.#lines.clear();
    for (const { fail } of waiting) fail(error);
  }

  async #serve<T>({ send }: Turn<T>, until: number): Promise<T> {
    try {
      return await send(Math.max(1, until - performance.now()));
    } finally {
      this.#ended(until);
    }
  }

  #ended(until: number): void {
    if (this.#state.kind === 'closed') return;
    if (this.#owed === 0) {
      this.#state = { kind: 'idle' };
      return this.#next();
    }
    // A cancelled call goes on in the browser, which this wire cannot tell to stop: it has its own time, and then a little more.
    const waitMs = Math.max(0, until - performance.now()) + this.#options.lateMs;
    this.#state = { kind: 'owing', timer: setTimeout(() => this.#options.onStuck(), waitMs) };
  }

  #next(): void {
    if (this.#state.kind !== 'idle') return;
    const [asker] = this.#lines.keys();
    if (asker === undefined) return;
    const [first, ...rest] = this.#lines.get(asker) ?? [];
    // Set anew, an asker stands behind all others.
    this.#lines.delete(asker);
    if (rest.length > 0) this.#lines.set(asker, rest);
    this.#state = { kind: 'busy' };
    first?.start();
  }

  #remove(waiting: QueuedRequest): void {
    const rest = (this.#lines.get(waiting.asker) ?? []).filter(candidate => candidate !== waiting);
    if (rest.length > 0) this.#lines.set(waiting.asker, rest);
    else this.#lines.delete(waiting.asker);
  }

  #size(): number {
    return [...this.#lines.values()].reduce((sum, { length }) => sum + length, 0);
  }

  #full(): HubError {
    const label = this.#options.label();
    if (this.#state.kind === 'closed')
      return hubError('ERR_BROWSER_UNAVAILABLE', { kind: 'browser-away', browser: label });
    return hubError('ERR_RATE_LIMITED', { kind: 'calls-wait-for-browser', browser: label, most: maxWaiting });
  }

  #late(timeoutMs: number): HubError {
    return hubError('ERR_TOOL_TIMEOUT', {
      kind: 'browser-was-busy',
      browser: this.#options.label(),
      seconds: timeoutMs / 1000,
    });
  }
}
