// What each tab shows in its top frame and whether it is on its way elsewhere, as the browser tells.
import { ToolError } from './tool-error.ts';

/** What a tab shows in its top frame; the id is '' while it shows nothing. */
export interface TopFrame {
  readonly documentId: string;
  readonly url: string;
}

const commits = new Map<number, number>();
const documents = new Map<number, string>();
/** Called when a tab shows another document. */
const leavers = new Set<(tabId: number) => void>();
/** Tabs that are on their way to another document, and whoever waits for them to arrive. */
const leaving = new Map<number, Set<() => void>>();

chrome.webNavigation.onBeforeNavigate.addListener(({ tabId, frameId }) => {
  if (frameId === 0 && !leaving.has(tabId)) leaving.set(tabId, new Set());
});
chrome.webNavigation.onErrorOccurred.addListener(({ tabId, frameId }) => {
  if (frameId === 0) stay(tabId);
});
chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, documentId }) => {
  if (frameId !== 0) return;
  stay(tabId);
  commits.set(tabId, commitsOf(tabId) + 1);
  documents.set(tabId, documentId ?? '');
  for (const leave of leavers) leave(tabId);
});
chrome.tabs.onRemoved.addListener(tabId => {
  stay(tabId);
  commits.delete(tabId);
  documents.delete(tabId);
});

function stay(tabId: number): void {
  const waiting = leaving.get(tabId);
  leaving.delete(tabId);
  for (const arrive of waiting ?? []) arrive();
}

/** The document that the tab was last seen to show, or undefined. */
export function documentOf(tabId: number): string | undefined {
  return documents.get(tabId) || undefined;
}

/** Asks once for those of which no event has told, because they were there before this began to run; answers whether there were any. */
export async function learnDocuments(tabIds: readonly number[]): Promise<boolean> {
  const unknown = tabIds.filter(tabId => !documents.has(tabId));
  await Promise.all(
    unknown.map(async tabId => {
      const frame = await chrome.webNavigation.getFrame({ tabId, frameId: 0 }).catch(() => null);
      // An event may have told of the next one meanwhile. A tab that sleeps shows none, and an event tells when it wakes.
      if (!documents.has(tabId)) documents.set(tabId, frame?.documentId ?? '');
    }),
  );
  return unknown.length > 0;
}

/** How often the tab has begun to show another document. */
export function commitsOf(tabId: number): number {
  return commits.get(tabId) ?? 0;
}

/** What the tab shows now. `begun`: whether the call may have done something in this tab already, which is told with the error where the tab is gone. */
export async function topFrame(tabId: number, begun: boolean): Promise<TopFrame> {
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId: 0 }).catch(() => null);
  if (frame) {
    const documentId = frame.documentId ?? '';
    documents.set(tabId, documentId);
    return { documentId, url: frame.url };
  }
  // A tab that has not shown anything yet has no frame.
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (tab) return { documentId: '', url: tab.url ?? '' };
  const code = begun ? 'ERR_TOOL_FAILED' : 'ERR_INVALID_ARGUMENTS';
  throw new ToolError(code, `Tab ${tabId} is not open any more; call tabs_context.`, { begun });
}

/** Whether the tab is on its way to another document, as far as the browser has told. */
export function isLeaving(tabId: number): boolean {
  return leaving.has(tabId);
}

/** Waits until the tab has arrived where it is on its way to, or has given it up; `ms` at most. */
export async function settled(tabId: number, ms: number): Promise<void> {
  const waiting = leaving.get(tabId);
  if (!waiting) return;
  const arrived = new Promise<void>(resolve => waiting.add(resolve));
  const late = new Promise(resolve => setTimeout(resolve, ms));
  await Promise.race([arrived, late]);
  if (leaving.get(tabId) !== waiting) return;
  // Nobody promises an end for each beginning; what is loaded is on its way nowhere.
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (tab?.status === 'complete') stay(tabId);
}

/** The end of work whose answer is worth nothing once the tab shows another document: `left` throws then, or resolves and the work is waited for on. */
export async function untilLeft<T>(tabId: number, work: Promise<T>, left: () => Promise<void>): Promise<T> {
  let leave: (tabId: number) => void = () => {};
  const gone = new Promise<void>(resolve => {
    leave = one => one === tabId && resolve();
    leavers.add(leave);
  });
  try {
    return await Promise.race([work, gone.then(left).then(() => work)]);
  } finally {
    leavers.delete(leave);
  }
}
