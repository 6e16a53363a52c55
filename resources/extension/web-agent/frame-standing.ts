// Whether a frame may use the Web Agent API: every document around it has to let it, each asked in the extension's own world, where no page
// can answer in its place. The frame itself is asked only for its place and its origin, which it cannot choose.
import { originOf, pageOriginAt } from '../../../contract/sites.ts';
import { pagePolicy } from '../../../contract/web-agent.ts';
import { inTime } from '../in-time.ts';
import { allowsFrame } from './frame-policy.ts';

type Frame = Pick<chrome.webNavigation.GetAllFrameResultDetails, 'frameId' | 'parentFrameId' | 'documentId' | 'url'>;

interface Place {
  readonly origin: string;
  /** In the `window` around it; -1 where it has none there, as in a shadow tree. */
  readonly index: number;
}

interface Held {
  readonly allow: string;
  readonly src: string;
  readonly around: string;
}

/** Whether any element there could let a frame use it. A quick look, since it is taken for every frame there is. */
export async function mayHoldAllowed(tabId: number, frameId: number): Promise<boolean> {
  const told = await run({ tabId, frameIds: [frameId] }, `${tabId} ${frameId}`, hasAllowing, [pagePolicy]);
  return told === true;
}

/** The origin of the page of its tab; null where one of the documents around the frame does not let it, or does not answer. */
export async function embedderOf(tabId: number, frameId: number, origin: string): Promise<string | null> {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? [];
  const leaf = frames.find(frame => frame.frameId === frameId);
  if (!leaf || frameId === 0) return null;
  let child: Frame = leaf;
  let expected: string | null = origin;
  while (child.frameId !== 0) {
    const around = frames.find(frame => frame.frameId === child.parentFrameId);
    if (!around || !(await isLet(tabId, around, child, expected))) return null;
    [child, expected] = [around, null];
  }
  return pageOriginAt(child.url);
}

/** `expected` is the origin that the frame has to have. */
async function isLet(tabId: number, around: Frame, child: Frame, expected: string | null): Promise<boolean> {
  const place = await placeOf(tabId, child);
  if (!place || (expected !== null && originOf(place.origin) !== expected)) return false;
  const held = await run(targetOf(tabId, around), around.documentId, holderAt, [place.index, child.frameId]);
  // Frames may have come and gone in between, so that another one stands in its place.
  if (!held || (await placeOf(tabId, child))?.index !== place.index) return false;
  return allowsFrame({ ...held, origin: place.origin });
}

function placeOf(tabId: number, frame: Frame): Promise<Place | null> {
  return run(targetOf(tabId, frame), frame.documentId, ownPlace, []);
}

function targetOf(tabId: number, { documentId }: Frame): chrome.scripting.InjectionTarget {
  return { tabId, documentIds: [documentId] };
}

/** Null where it does not answer. */
async function run<T, A extends unknown[]>(
  target: chrome.scripting.InjectionTarget,
  of: string,
  func: (...args: A) => T,
  args: A,
): Promise<T | null> {
  const ask = () => chrome.scripting.executeScript({ target, func, args, injectImmediately: true }).catch(() => []);
  const told = await inTime(`policy of ${of}`, ask);
  return (told?.[0]?.result as T | undefined) ?? null;
}

/** Self-contained, like those below: it is sent to the document as source text. */
function hasAllowing(name: string): boolean {
  return document.querySelector(`iframe[allow*="${name}" i]`) !== null;
}

function ownPlace(): Place {
  const index = Array.from({ length: parent.length }, (_, at) => parent[at]).indexOf(window);
  return { origin: self.origin, index };
}

function holderAt(index: number, frameId: number): Held | null {
  // Firefox tells which frame an element holds.
  type Runtime = { getFrameId?(element: Element): number };
  const { browser } = globalThis as { browser?: { runtime?: Runtime } };
  const runtime = browser?.runtime;
  const isIt = (frame: HTMLIFrameElement) =>
    runtime?.getFrameId
      ? runtime.getFrameId(frame) === frameId
      : index !== -1 && frame.contentWindow === (window[index] ?? null);
  const frame = [...document.querySelectorAll('iframe')].find(isIt);
  if (!frame) return null;
  // What is written into the attribute has no address.
  const src = frame.hasAttribute('srcdoc') || !frame.hasAttribute('src') ? '' : frame.src;
  return { allow: frame.getAttribute('allow') ?? '', src, around: self.origin };
}
