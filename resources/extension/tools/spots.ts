// What lies at a place of a tab or has its focus, through the frames around it.
import { frameElementsIn, holdersIn } from '../frame-holders.ts';
import { documentOfNode, type FrameDocument, type FrameNode, frameNodes } from '../frame-nodes.ts';
import { frameViewOf, placeInFrame } from './frame-geometry.ts';
import { type DocumentContext, inPage } from './in-page.ts';
import type { Spot, SpotDescription } from '../page/describe-element.ts';
import type { Place } from '../page/locate-element.ts';
import type { InnerPlace } from './frame-geometry.ts';
import type { ToolContext } from './tool.ts';

const maxDepth = 10;

export interface SpotFound {
  readonly seen: SpotDescription;
  /** The innermost document in which it is. */
  readonly document: DocumentContext;
  /** Null where that is the page itself. */
  readonly frame: FrameDocument | null;
  /** The same spot, as that document has it. */
  readonly spot: Spot;
}

/** The same place as the innermost frame there has it; null where it is in none, or the browser does not tell what the frame holds. */
export async function innerPlaceAt(context: ToolContext, { x, y }: Place): Promise<InnerPlace | null> {
  const found = await findSpot(context, { x, y });
  if (!found?.frame || found.spot === 'focus' || found.seen.frameRef !== '') return null;
  return { document: found.frame, x: found.spot.x, y: found.spot.y };
}

/** Null where nothing is there. A frame whose inside cannot be told is what is there itself. */
export async function findSpot(context: ToolContext, spot: Spot): Promise<SpotFound | null> {
  const { page, signal } = context;
  let at: Omit<SpotFound, 'seen'> = { document: { page, signal }, frame: null, spot };
  let seen = await inPage(at.document, 'describeSpot', spot);
  for (let depth = 0; seen && seen.frameRef !== '' && depth < maxDepth; depth += 1) {
    const inner = await spotInside(context, at, seen.frameRef, spot);
    const innerSeen = inner && (await inPage(inner.document, 'describeSpot', inner.spot));
    if (!inner || !innerSeen) break;
    at = inner;
    seen = innerSeen;
  }
  return seen && { ...at, seen };
}

/** Null where it is not told which frame that is, or where it lies. */
async function spotInside(
  context: ToolContext,
  { document, frame }: Omit<SpotFound, 'seen'>,
  ref: string,
  spot: Spot,
): Promise<Omit<SpotFound, 'seen'> | null> {
  const { page, signal } = context;
  const node = await nodeIn(document, frame?.node.children ?? (await frameNodes(page)), ref);
  if (!node) return null;
  const inner = await documentOfNode(page, node);
  const view = spot === 'focus' ? null : await frameViewOf(context, inner).catch(() => null);
  signal.throwIfAborted();
  if (spot !== 'focus' && !view) return null;
  const innerSpot = spot === 'focus' || !view ? spot : placeInFrame(view.view, spot);
  return { document: { page: inner, signal }, frame: inner, spot: innerSpot };
}

async function nodeIn(
  document: DocumentContext,
  children: readonly FrameNode[],
  ref: string,
): Promise<FrameNode | undefined> {
  const elements = await frameElementsIn(document);
  return (await holdersIn(document, elements, children)).get(ref);
}
