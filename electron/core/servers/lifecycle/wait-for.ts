// Waiting until something has come about, as long as the asker is patient and has not left.
import { HubError } from '../../../../contract/errors.ts';
import type { Patience } from './lease.ts';

export interface Wait<T> {
  /** What is waited for, or null while it is not there. Throws when it will not come. */
  look(): T | null;
  /** Calls `again` whenever looking may be worth it. Returns the function that ends it. */
  onChange(again: () => void): () => void;
  /** Why it has not come in time. */
  tooLate(): HubError;
}

/** Rejects with what `look` throws, with `tooLate()`, or with ERR_CANCELLED. */
export async function waitFor<T>(wait: Wait<T>, { timeoutMs, signal }: Patience): Promise<T> {
  const first = wait.look();
  if (first !== null) return first;
  const ends: (() => void)[] = [];
  try {
    return await new Promise<T>((resolve, reject) => {
      const abort = () => reject(new HubError('ERR_CANCELLED', 'The asker cancelled this call.'));
      const timer = setTimeout(() => reject(wait.tooLate()), timeoutMs);
      const again = () => {
        try {
          const found = wait.look();
          if (found !== null) resolve(found);
        } catch (error) {
          reject(error);
        }
      };
      signal?.addEventListener('abort', abort, { once: true });
      ends.push(
        () => clearTimeout(timer),
        () => signal?.removeEventListener('abort', abort),
        wait.onChange(again),
      );
      if (signal?.aborted) abort();
    });
  } finally {
    for (const end of ends) end();
  }
}
