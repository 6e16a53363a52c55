// Waits that end: after a time at the latest, or when they are given up.

/** Resolves when `work` has settled, or after `ms`. Never rejects. */
export function within(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
}

/** Rejects with the reason of `signal` as soon as that is aborted. What comes of `work` afterwards goes to `late`, and how it fails to nobody. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, late: (result: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    void work
      .then(
        result => (signal.aborted ? late(result) : resolve(result)),
        (error: unknown) => reject(error),
      )
      .finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** Resolves after `ms`, or as soon as `signal` is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });
}
