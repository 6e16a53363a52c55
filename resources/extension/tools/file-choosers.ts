// File choosers that pages open while a call acts: none is shown to the user then, and the answer of the call tells of it.
import { withDebugger } from './debugger-session.ts';

/** When the page of a tab last wanted one, by `performance.now()`. */
const wanted = new Map<number, number>();

if ('debugger' in chrome) {
  chrome.debugger.onEvent.addListener(({ tabId }, method) => {
    if (tabId !== undefined && method === 'Page.fileChooserOpened') wanted.set(tabId, performance.now());
  });
  chrome.tabs.onRemoved.addListener(tabId => void wanted.delete(tabId));
}

/** Until the answer is called, choosers are told of and not shown. A page that is held up hears of it once it goes on. */
export function interceptChoosers(tabId: number): () => void {
  const intercept = (enabled: boolean) =>
    void withDebugger(tabId, send => send('Page.setInterceptFileChooserDialog', { enabled })).catch(() => {});
  if (!('debugger' in chrome)) return () => {};
  intercept(true);
  return () => intercept(false);
}

/** A sentence; '' where the page has wanted none since then. */
export function chooserWords(tabId: number, since: number): string {
  if ((wanted.get(tabId) ?? -1) < since) return '';
  return 'The page asked for files; no chooser is shown: hand them to its file field with file_upload.';
}
