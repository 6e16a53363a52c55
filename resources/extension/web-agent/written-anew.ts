// Listeners that outlive `document.open()`, which takes every listener from a window and its document, those of extensions among them (HTML, "document open steps").

/** Calls `listen` now, and again whenever the page has written itself anew. What is there already has to stay one, as with `addEventListener`. */
export function keepListening(listen: () => void): void {
  listen();
  new MutationObserver(listen).observe(document, { childList: true });
}
