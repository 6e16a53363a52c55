// One way to wait that can be cancelled: until what is waited for has come, its time is over, or whoever waits has left.
import { hubError } from '../../../words/hub-error.ts';
import type { HubError } from '../../../contract/errors.ts';

/** How long somebody waits. */
export interface Patience {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Ends the wait with what `outcome` returns or throws. What comes after the first end is not heard. */
export type Settle<T> = (outcome: () => T | Promise<T>) => void;

export interface Wait<T> {
  readonly signal?: AbortSignal | undefined;
  /** As long as it takes when absent; then `onTimeout` is not needed. */
  readonly timeoutMs?: number;
  /** Begins to look for what is waited for. Returns what undoes that; it is called once, before the outcome. */
  begin(settle: Settle<T>): () => void;
  onTimeout?(): T;
  /** Whoever waits has left, maybe before anything has begun. */
  onAbort(): T;
}

export function wait<T>({ signal, timeoutMs, begin, onTimeout, onAbort }: Wait<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const ends: (() => void)[] = [];
    let isOver = false;
    const settle: Settle<T> = outcome => {
      if (isOver) return;
      isOver = true;
      for (const end of ends) end();
      try {
        resolve(outcome());
      } catch (error) {
        reject(error);
      }
    };
    if (signal?.aborted) return settle(onAbort);
    const abort = () => settle(onAbort);
    signal?.addEventListener('abort', abort, { once: true });
    ends.push(() => signal?.removeEventListener('abort', abort));
    if (timeoutMs !== undefined && onTimeout) {
      const timer = setTimeout(() => settle(onTimeout), timeoutMs);
      ends.push(() => clearTimeout(timer));
    }
    try {
      const undo = begin(settle);
      if (isOver) undo();
      else ends.push(undo);
    } catch (error) {
      settle(() => fail(error as Error));
    }
  });
}

/** A call that its asker does not want any more; `begun` is whether a browser had begun to carry it out, where that is known. */
export function cancelled(begun?: boolean): HubError {
  return hubError(
    'ERR_CANCELLED',
    { kind: 'call-cancelled' },
    begun === undefined ? undefined : { details: { begun } },
  );
}

/** For `onAbort` and `onTimeout`. */
export function fail(error: Error): never {
  throw error;
}

/** Resolves after `ms`; rejects with ERR_CANCELLED when whoever waits has left. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait<void>({
    signal,
    timeoutMs: ms,
    begin: () => () => {},
    onTimeout: () => {},
    onAbort: () => fail(cancelled()),
  });
}
