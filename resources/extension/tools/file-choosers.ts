// File choosers that pages open while a call acts: none is shown to the user then, and the answer of the call tells of it.
import { withDebugger } from './debugger-session.ts';

/** Tabs whose page has wanted one that was not told yet. */
const wanted = new Set<number>();

if ('debugger' in chrome) {
  chrome.debugger.onEvent.addListener(({ tabId }, method) => {
    if (tabId !== undefined && method === 'Page.fileChooserOpened') wanted.add(tabId);
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

/** A sentence; '' where the page has wanted none since this was asked last. */
export function takeChooser(tabId: number): string {
  if (!wanted.delete(tabId)) return '';
  return 'The page asked for files; no chooser is shown: hand them to its file field with file_upload.';
}
