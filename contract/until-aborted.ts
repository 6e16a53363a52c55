// Waiting for what others wait for too, or for work that hears no signal: whoever leaves does so alone, and the work goes on.

/** Rejects, where `signal` is aborted first, with its reason or with what `why` makes. */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  why: () => Error = () => signal.reason as Error,
): Promise<T> {
  let leave = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(why());
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  try {
    // Who has left by then hears nothing of work that is done.
    return await Promise.race([left, work]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
