// Which element of a document holds which frame. Nothing is guessed: what cannot be told apart is said to be so.
import { framesOf } from './frame-tree.ts';
import { inTime } from './in-time.ts';
import { isProblem } from './page-problem.ts';
import { ownersOf } from './tools/frame-owners.ts';
import { type DocumentContext, inPage } from './tools/in-page.ts';
import { rememberUnlisted } from './unlisted-frames.ts';
import type { FrameNode } from './frame-nodes.ts';
import type { Target } from './page/element-refs.ts';
import type { FrameElement } from './page/frame-elements.ts';
import type { RefWorld } from './page/library.ts';

/** Where a frame stands in the document around it, as it says itself. */
interface OwnPlace {
  /** In the `window` around it; -1 where it is not there, as in a shadow tree. */
  readonly index: number;
  /** Of the element that holds it, where that is of the same origin; else ''. */
  readonly ref: string;
  readonly url: string;
}

const everything: Target = { ref: '', selector: '' };

/** All in the document that hold a frame. */
export async function frameElementsIn(document: DocumentContext, target = everything): Promise<FrameElement[]> {
  const elements = await inPage(document, 'frameElements', target);
  return isProblem(elements) ? [] : elements;
}

/** `children` are all frames that stand in the document itself, `elements` all that hold one. The frames by the refs of their elements. */
export async function holdersIn(
  document: DocumentContext,
  elements: readonly FrameElement[],
  children: readonly FrameNode[],
): Promise<ReadonlyMap<string, FrameNode>> {
  const { tabId } = document.page;
  const isToldByBrowser = elements.some(({ frameId }) => frameId !== -1);
  const places = isToldByBrowser
    ? []
    : await Promise.all(children.map(({ frame }) => askPlace(tabId, frame.documentId)));
  const frames = new Map<string, FrameNode>();
  for (const [at, node] of children.entries()) {
    const { index = -1, ref = '' } = places[at] ?? {};
    const holder = elements.find(
      it => it.frameId === node.frame.frameId || it.ref === ref || (index !== -1 && it.index === index),
    );
    if (holder) frames.set(holder.ref, node);
  }
  const placed = new Set(frames.values());
  const lostHolders = elements.filter(({ index, ref }) => index === -1 && !frames.has(ref));
  const lostFrames = children.filter((node, at) => !placed.has(node) && places[at]?.index === -1);
  const [holder, node] = [lostHolders[0], lostFrames[0]];
  // The last of each belong together.
  if (holder && node && lostHolders.length === 1 && lostFrames.length === 1) frames.set(holder.ref, node);
  else if (lostFrames.length > 0) await askDebugger(document, lostFrames, frames);
  return frames;
}

async function askDebugger(
  { page }: DocumentContext,
  lost: readonly FrameNode[],
  frames: Map<string, FrameNode>,
): Promise<void> {
  const ids = lost.map(({ frame }) => frame.documentId);
  const owners = await ownersOf(page.tabId, page.documentId, ids);
  for (const node of lost) {
    const ref = owners.get(node.frame.documentId);
    if (ref !== undefined) frames.set(ref, node);
  }
}

/** Looks for frames that the browser does not list in the document. Whether there are any that were not known. */
export async function findUnlisted({ page }: DocumentContext, refs: readonly string[]): Promise<boolean> {
  const { tabId, documentId: parentDocumentId } = page;
  const known = await framesOf(tabId);
  const parentFrameId = known.find(({ documentId }) => documentId === parentDocumentId)?.frameId ?? -1;
  const target = { tabId, allFrames: true };
  const ask = () => chrome.scripting.executeScript({ target, func: ownPlace, injectImmediately: true });
  const told = (await inTime(`all of ${parentDocumentId}`, () => ask().catch(() => []))) ?? [];
  const found = told.flatMap(({ frameId, documentId, result }) => {
    if (!result || !refs.includes(result.ref) || known.some(it => it.documentId === documentId)) return [];
    return [{ frameId, documentId, url: result.url, parentFrameId, parentDocumentId }];
  });
  if (found.length > 0) rememberUnlisted(tabId, found);
  return found.length > 0;
}

/** Null when it does not answer. */
async function askPlace(tabId: number, documentId: string): Promise<OwnPlace | null> {
  const target = { tabId, documentIds: [documentId] };
  const ask = () => chrome.scripting.executeScript({ target, func: ownPlace, injectImmediately: true });
  const told = await inTime(documentId, () => ask().catch(() => []));
  return told?.[0]?.result ?? null;
}

/** Self-contained: it is sent to the frame as source text. Tells nothing of what the frame holds. */
function ownPlace(): OwnPlace {
  const index = Array.from({ length: parent.length }, (_, at) => parent[at]).indexOf(window);
  // A frame of the same origin sees the element that holds it, also in a shadow tree.
  const holder = window.frameElement;
  const refOf = holder && (parent as unknown as RefWorld)[Symbol.for('pilothouse.refs')];
  return { index, ref: holder && refOf ? refOf(holder) : '', url: location.href };
}
