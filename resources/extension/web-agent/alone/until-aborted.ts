// Waiting for work that ends with a signal; nobody waits for one that does not hear it.

/** Rejects with the signal's reason, where that comes first. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = () => {};
  const over = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    signal.removeEventListener('abort', leave);
    work.catch(() => {});
  }
}
