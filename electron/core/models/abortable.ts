// Waiting for what others wait for too: whoever leaves does so alone.
import { cancelled, fail, wait } from '../platform/wait.ts';

/** Rejects with ERR_CANCELLED when `signal` aborts first; what was waited for goes on. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return wait<T>({
    signal,
    begin: settle => {
      work.then(
        value => settle(() => value),
        (error: unknown) => settle(() => fail(error as Error)),
      );
      return () => {};
    },
    onAbort: () => fail(cancelled()),
  });
}
