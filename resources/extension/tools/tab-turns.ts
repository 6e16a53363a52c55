// The calls of one tab take turns, so that two of them never mix their clicks and keys.

/** What a cancelled call has sent to its page by then still arrives there, unless the page is stuck. */
const tailMs = 1_000;
/** The last one of each tab. */
const lastTurns = new Map<number, Promise<unknown>>();

/** Runs it after every call of the tab that was there before. Rejects at once with the signal's reason, also while it waits or runs. */
export function inTurn<T>(tabId: number, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  const turn = lastTurns.get(tabId) ?? Promise.resolve();
  const call = turn.then(() => {
    signal.throwIfAborted();
    return run();
  });
  const over = turn.then(() => Promise.race([call.catch(() => {}), longCancelled(signal)]));
  lastTurns.set(tabId, over);
  void over.then(() => lastTurns.get(tabId) === over && lastTurns.delete(tabId));
  return unlessAborted(call, signal);
}

function longCancelled(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const wait = () => setTimeout(resolve, tailMs);
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}

/** The hub hears of a cancelled call at once, also while the browser still works on it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
