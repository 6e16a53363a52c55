// The frames of a document as a reader meets them: the element that holds each, and whether this call may read on in it.
import { findUnlisted, frameElementsIn, holdersIn } from './frame-holders.ts';
import { type FrameDocument, type FrameNode, frameNodes, withInner } from './frame-nodes.ts';
import { isClosed, readableFrames } from './frame-rights.ts';
import type { Target } from './page/element-refs.ts';
import type { FrameElement } from './page/frame-elements.ts';
import type { ShownPage } from './shown-page.ts';
import type { ToolContext } from './tools/tool.ts';

export interface FramePart {
  readonly holder: FrameElement;
  /** Null where the browser does not tell which frame it holds. */
  readonly node: FrameNode | null;
  readonly reading: 'allowed' | 'undecided' | 'closed' | 'untold';
}

/** In the order of the document; only of those in `target` where one is given. */
export async function framePartsOf(
  context: ToolContext,
  document: ShownPage | FrameDocument,
  target: Target = { ref: '', selector: '' },
): Promise<FramePart[]> {
  const around = { page: document, signal: context.signal };
  const elements = await frameElementsIn(around);
  if (elements.length === 0) return [];
  const isWhole = target.ref === '' && target.selector === '';
  const refs = (isWhole ? elements : await frameElementsIn(around, target)).map(({ ref }) => ref);
  const parts = await partsOf(context, document, elements);
  const hasUntold = parts.some(({ reading, holder }) => reading === 'untold' && refs.includes(holder.ref));
  const isMore = hasUntold && (await findUnlisted(around, refs));
  const all = isMore ? await partsOf(context, document, elements) : parts;
  return all.filter(({ holder }) => refs.includes(holder.ref));
}

async function partsOf(
  context: ToolContext,
  document: ShownPage | FrameDocument,
  elements: readonly FrameElement[],
): Promise<FramePart[]> {
  const { page, signal } = context;
  const children = await childrenIn(page, document);
  const frames = await holdersIn({ page: document, signal }, elements, children);
  const readable = await readableFrames(context, children);
  return elements.map(holder => {
    const node = frames.get(holder.ref) ?? null;
    return { holder, node, reading: readingOf(page, node, readable) };
  });
}

async function childrenIn(page: ShownPage, document: ShownPage | FrameDocument): Promise<readonly FrameNode[]> {
  const roots = await frameNodes(page);
  const isSame = ({ frame }: FrameNode) => frame.documentId === document.documentId;
  return document === page ? roots : (withInner(roots).find(isSame)?.children ?? []);
}

function readingOf(page: ShownPage, node: FrameNode | null, readable: ReadonlySet<FrameNode>): FramePart['reading'] {
  if (!node) return 'untold';
  if (readable.has(node)) return 'allowed';
  return isClosed(page, node.origin) ? 'closed' : 'undecided';
}

/** Its ref, and where it comes from unless that is the page. */
export function placeOfPart({ holder, node }: FramePart, { page }: Pick<ToolContext, 'page'>): string {
  const origin = node && node.origin !== (page.origin ?? '') ? ` ${node.origin}` : '';
  return `[${holder.ref}]${origin}`;
}

/** Why a frame is not read, as the end of a sentence, '' for one that may be. Only the first of several says what helps. */
export function whyUnread({ reading, holder }: FramePart, isFirst: boolean): string {
  switch (reading) {
    case 'allowed':
      return '';
    case 'undecided':
      if (!isFirst) return 'not read';
      return `not read, because no rule lets this agent read there; read_page with ref_id ${holder.ref} asks`;
    case 'closed':
      return 'not read, because no agent may use what is there';
    case 'untold':
      return 'not read, because it is busy or the browser does not tell which frame it holds; take a screenshot';
  }
}
