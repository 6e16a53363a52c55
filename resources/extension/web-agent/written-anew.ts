// Listeners that outlive `document.open()`, which takes every listener from a window and its document, those of extensions among them (HTML, "document open steps").

/**
 * The page's script tells of it on `performance` before it posts something: no listener there is taken away, and one costs a page that never says
 * anything less than an observer.
 */
export const saidEvent = 'web-agent-said';

/** Calls `listen` now, and again whenever the page has written itself anew. What is there already has to stay one, as with `addEventListener`. */
export function keepListening(listen: () => void): void {
  listen();
  new MutationObserver(listen).observe(document, { childList: true });
}
