// Waiting for what others wait for too: whoever leaves does so alone.
import { cancelled, fail, wait } from './wait.ts';

/** Rejects when `signal` aborts first, with ERR_CANCELLED or with what `why` makes; what was waited for goes on. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal, why: () => Error = cancelled): Promise<T> {
  // How it ends then is for the others.
  work.catch(() => {});
  return wait<T>({
    signal,
    begin: settle => {
      work.then(
        value => settle(() => value),
        (error: unknown) => settle(() => fail(error as Error)),
      );
      return () => {};
    },
    onAbort: () => fail(why()),
  });
}
