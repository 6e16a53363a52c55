// File choosers that pages open while a call acts, or a moment after: none is shown to the user then, and an answer tells of it.
import { isRecord } from '../../../contract/json.ts';
import { withBrowserSide } from './debugger-session.ts';

/** Chromium lets a page ask for files for five seconds after a press (HTML, transient activation duration); then they are the user's. */
const afterwardsMs = 5_000;
/** The browser tells of one a little after the press on its field. */
const arrivesWithinMs = 200;

/** A field of the page asks, or a function: `showOpenFilePicker` and its like, which Chromium tells that nothing was chosen. */
type Asker = 'field' | 'function';
/** Tabs whose page has wanted one that was not told yet. */
const wanted = new Map<number, Asker>();
/** Tabs in which none is shown: how many calls act there, and what ends it. */
const intercepted = new Map<number, { calls: number; ends: ReturnType<typeof setTimeout> | undefined }>();
/** Who waits for the next one. */
const waiting = new Set<() => void>();

if ('debugger' in chrome) {
  chrome.debugger.onEvent.addListener(({ tabId }, method, params) => {
    if (tabId === undefined || method !== 'Page.fileChooserOpened') return;
    wanted.set(tabId, isRecord(params) && typeof params.backendNodeId === 'number' ? 'field' : 'function');
    for (const wake of waiting) wake();
  });
  chrome.debugger.onDetach.addListener(({ tabId }) => tabId !== undefined && forget(tabId));
  chrome.tabs.onRemoved.addListener(tabId => {
    forget(tabId);
    wanted.delete(tabId);
  });
}

/** Until a moment after the answer is called, choosers are told of and not shown. A page that is held up hears of it once it goes on. */
export function interceptChoosers(tabId: number): () => void {
  const known = intercepted.get(tabId);
  const kept = known ?? { calls: 0, ends: undefined };
  kept.calls += 1;
  clearTimeout(kept.ends);
  intercepted.set(tabId, kept);
  if (!known) intercept(tabId, true);
  return () => {
    kept.calls -= 1;
    if (kept.calls > 0 || intercepted.get(tabId) !== kept) return;
    kept.ends = setTimeout(() => {
      intercepted.delete(tabId);
      intercept(tabId, false);
    }, afterwardsMs);
  };
}

/** A press went to a field for files: its chooser is waited for a little. */
export async function chooserComes(tabId: number): Promise<void> {
  const until = performance.now() + arrivesWithinMs;
  while ('debugger' in chrome && !wanted.has(tabId) && performance.now() < until) {
    let wake = () => {};
    const came = new Promise<void>(resolve => {
      wake = resolve;
      waiting.add(wake);
    });
    await Promise.race([came, new Promise(resolve => setTimeout(resolve, until - performance.now()))]);
    waiting.delete(wake);
  }
}

/** A sentence; '' where the page has wanted none since this was asked last. */
export function takeChooser(tabId: number): string {
  const asker = wanted.get(tabId);
  wanted.delete(tabId);
  if (asker === undefined) return '';
  if (asker === 'field')
    return 'The page asked for files; no chooser is shown: hand them to its file field with file_upload.';
  return 'The page asked for a file or a folder by a script (showOpenFilePicker or its like) and was told that none was chosen; no tool answers that: look for a file field or a place to drop files on, for file_upload, or ask the user.';
}

function intercept(tabId: number, enabled: boolean): void {
  void withBrowserSide(tabId, send => send('Page.setInterceptFileChooserDialog', { enabled })).catch(() => {});
}

function forget(tabId: number): void {
  clearTimeout(intercepted.get(tabId)?.ends);
  intercepted.delete(tabId);
}
