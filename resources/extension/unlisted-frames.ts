// Frames that the browser leaves out of its list, as Chromium does with those of `blob:` addresses. They are met by asking every frame.

export interface Frame {
  readonly frameId: number;
  /** 0 for those that stand in the page itself. */
  readonly parentFrameId: number;
  readonly url: string;
  /** Another one for each document that the frame shows. */
  readonly documentId: string;
}

/** One that says itself which element holds it. */
export interface UnlistedFrame extends Frame {
  /** Of the document around it, with which it goes away. */
  readonly parentDocumentId: string;
}

const frames = new Map<number, UnlistedFrame[]>();

chrome.tabs.onRemoved.addListener(tabId => frames.delete(tabId));

export function rememberUnlisted(tabId: number, found: readonly UnlistedFrame[]): void {
  const ids = new Set(found.map(({ frameId }) => frameId));
  const kept = (frames.get(tabId) ?? []).filter(({ frameId }) => !ids.has(frameId));
  frames.set(tabId, [...kept, ...found]);
}

/** Those whose frame shows nothing else by now, as far as the list tells. */
export function unlistedBeside(tabId: number, listed: readonly Frame[]): Frame[] {
  const known = frames.get(tabId) ?? [];
  if (known.length === 0) return [];
  const ids = new Set(listed.map(({ frameId }) => frameId));
  const documents = new Set([...listed, ...known].map(({ documentId }) => documentId));
  const left = known.filter(it => !ids.has(it.frameId) && documents.has(it.parentDocumentId));
  frames.set(tabId, left);
  return left.map(({ frameId, parentFrameId, url, documentId }) => ({ frameId, parentFrameId, url, documentId }));
}
