// Tabs that have come and of which the browser has not said yet what opened them. Firefox says that a little later, for a window of its own much later, so that an act would be over by then.

/** By tab, when it came, as `performance.now()`. */
const came = new Map<number, number>();
/** After its coming, and of one wait; a tab that the user has opened is never explained. */
const patienceMs = 4_000;
const lookEveryMs = 20;

/** Chromium tells of a page that asks for a tab before there is one. */
if (!('debugger' in chrome)) {
  chrome.tabs.onCreated.addListener(({ id }) => void (id !== undefined && came.set(id, performance.now())));
  chrome.tabs.onRemoved.addListener(explain);
}

/** It is known now what opened the tab: a page, or this extension. */
export function explain(tabId: number): void {
  came.delete(tabId);
}

/** Until it is known of every tab that has come since then, as `performance.now()`; not for long, however many keep coming. */
export async function untilExplained(since: number): Promise<void> {
  const end = performance.now() + patienceMs;
  const isOpen = () => [...came.values()].some(at => at >= since && performance.now() < Math.min(end, at + patienceMs));
  while (isOpen()) await new Promise(resolve => setTimeout(resolve, lookEveryMs));
}
