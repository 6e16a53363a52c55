// Which frames of a page a call may use: those of the page's own origin, and those whose origin was decided for as well.
import { originOf } from '../../contract/sites.ts';
import {
  documentOfNode,
  type FrameDocument,
  type FrameNode,
  frameNodes,
  leftFrame,
  wayTo,
  withInner,
} from './frame-nodes.ts';
import { moved } from './moved-error.ts';
import { documentOfFrame } from './ref-numbers.ts';
import { ToolError } from './tool-error.ts';
import type { ShownPage } from './shown-page.ts';
import type { ToolContext } from './tools/tool.ts';

/** Reading goes where the gates let it pass without a question; what acts is decided for each origin first. */
export type Purpose = 'read' | 'act';

/** Those of the frames that may be read; a frame inside of one that may not be read is none of them. */
export async function readableFrames(
  { page, covers }: Pick<ToolContext, 'page' | 'covers'>,
  nodes: readonly FrameNode[],
): Promise<ReadonlySet<FrameNode>> {
  const undecided = nodes.flatMap(wayTo).filter(node => !isDecided(page, node) && originOf(node.origin) !== null);
  const origins = [...new Set(undecided.map(({ origin }) => origin))];
  const covered = origins.length > 0 ? await covers(origins, 'call') : new Set<string>();
  const isOpen = (node: FrameNode) => isDecided(page, node) || covered.has(node.origin);
  return new Set(nodes.filter(node => wayTo(node).every(isOpen)));
}

/** The page's own, or one that the call was decided for beside it. */
export function isDecided(page: ShownPage, { origin, frame }: FrameNode): boolean {
  return isOwn(page, origin) || page.holds({ origin, documentId: frame.documentId });
}

function isOwn(page: ShownPage, origin: string): boolean {
  return origin === (page.origin ?? '');
}

/** Nobody decides on what belongs to the browser or to another extension. */
export function isClosed(page: ShownPage, origin: string): boolean {
  return originOf(origin) === null && !isOwn(page, origin);
}

/** The document of the frame with that number. Throws ERR_TAB_MOVED with the first origin on the way there that has to be decided for. */
export async function openFrame(context: ToolContext, frameNumber: number, purpose: Purpose): Promise<FrameDocument> {
  const node = await nodeOf(context, frameNumber);
  await expectAllowed(context, node, purpose);
  return documentOfNode(context.page, node);
}

/** The same for several frames before the first of them is used: what is decided on for one covers the others of its origin. */
export async function expectOpen(
  context: ToolContext,
  frameNumbers: readonly number[],
  purpose: Purpose,
): Promise<void> {
  const nodes = await Promise.all(frameNumbers.map(frameNumber => nodeOf(context, frameNumber)));
  for (const node of nodes) await expectAllowed(context, node, purpose, nodes);
}

async function nodeOf({ page }: ToolContext, frameNumber: number): Promise<FrameNode> {
  const documentId = await documentOfFrame(page.tabId, frameNumber);
  const node = withInner(await frameNodes(page)).find(({ frame }) => frame.documentId === documentId);
  if (!node) throw leftFrame({ tabId: page.tabId, frameNumber }, false);
  return node;
}

/**
 * Throws ERR_TAB_MOVED with the first origin on the way to the frame that has to be decided for, and its documents there and on the ways
 * to those that are used with it; ERR_PERMISSION_DENIED for what nobody decides on.
 */
export async function expectAllowed(
  context: ToolContext,
  node: FrameNode,
  purpose: Purpose,
  together: readonly FrameNode[] = [node],
): Promise<void> {
  const { page } = context;
  const way = wayTo(node);
  const readable = purpose === 'read' ? await readableFrames(context, way) : null;
  const closed = way.find(({ origin }) => isClosed(page, origin));
  if (closed)
    throw new ToolError(
      'ERR_PERMISSION_DENIED',
      `That frame is of ${closed.origin}, which no agent may use; choose another place in tab ${page.tabId}.`,
      { begun: false },
    );
  const other = way.find(it => (readable ? !readable.has(it) : !isDecided(page, it)));
  if (!other) return;
  const { origin } = other;
  const ways = together.flatMap(wayTo).filter(it => it.origin === origin);
  const documents = [...new Set(ways.map(({ frame }) => frame.documentId))];
  throw moved(page.tabId, { url: origin, origin, inFrame: true, begun: false, documents });
}
