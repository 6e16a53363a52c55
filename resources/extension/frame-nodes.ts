// The frames of a page as a tree: each with what it counts as, and as a document that functions of the page library are sent into.
import { originOf } from '../../contract/sites.ts';
import { frameOrigin, framesOf, hasNoAddress } from './frame-tree.ts';
import { inTime } from './in-time.ts';
import { frameNumberOf } from './ref-numbers.ts';
import { ToolError } from './tool-error.ts';
import type { CallDocument, ShownPage } from './shown-page.ts';
import type { Frame } from './unlisted-frames.ts';

export interface FrameNode {
  readonly frame: Frame;
  /** An origin as `originOf` writes it; '' as the page where that is of none; else what no agent may use, such as `chrome-extension://…`. */
  readonly origin: string;
  /** Null for a frame that stands in the page itself. */
  readonly parent: FrameNode | null;
  readonly children: readonly FrameNode[];
}

/** Those that stand in the page itself, each with all inside of it. */
export async function frameNodes(page: ShownPage): Promise<readonly FrameNode[]> {
  const frames = await framesOf(page.tabId);
  const inherited = frames.filter(({ frameId, url }) => frameId !== 0 && hasNoAddress(url));
  const told = await Promise.all(inherited.map(async frame => [frame.frameId, await ownOrigin(page.tabId, frame)]));
  const own = new Map(told as [number, string | null][]);
  const inside = (frameId: number, parent: FrameNode | null): readonly FrameNode[] =>
    frames
      .filter(frame => frame.parentFrameId === frameId && frame.frameId !== frameId)
      .map(frame => {
        const around = parent ? parent.origin : (page.origin ?? '');
        const children: FrameNode[] = [];
        const origin = own.get(frame.frameId) ?? frameOrigin(frame.url, around);
        const node = { frame, parent, children, origin };
        children.push(...inside(frame.frameId, node));
        return node;
      });
  return inside(0, null);
}

/** In the order of the page. */
export function withInner(nodes: readonly FrameNode[]): FrameNode[] {
  return nodes.flatMap(node => [node, ...withInner(node.children)]);
}

/** A frame and all around it, the outermost first. */
export function wayTo(node: FrameNode): FrameNode[] {
  return node.parent ? [...wayTo(node.parent), node] : [node];
}

/** The document of one frame, compared with what the frame counted as when it was listed. */
export class FrameDocument implements CallDocument {
  readonly tabId: number;
  readonly documentId: string;
  readonly origin: string | null;
  readonly inheritedOrigin: string;
  readonly isOfOneDocument = false;
  readonly frameNumber: number;
  readonly node: FrameNode;
  mark = '';
  readonly #page: ShownPage;

  constructor(page: ShownPage, node: FrameNode, frameNumber: number) {
    this.tabId = page.tabId;
    this.documentId = node.frame.documentId;
    this.origin = node.origin === '' ? null : node.origin;
    this.inheritedOrigin = hasNoAddress(node.frame.url) ? node.origin : '';
    this.frameNumber = frameNumber;
    this.node = node;
    this.#page = page;
  }

  get isWordless(): boolean {
    return this.#page.isWordlessAt(this.origin);
  }

  async expectStill(begun: boolean): Promise<void> {
    await this.#page.expectStill(begun);
    const frames = await framesOf(this.tabId);
    if (!frames.some(({ documentId }) => documentId === this.documentId)) throw leftFrame(this, begun);
  }

  /** What a frame shows in the place of its document was not decided for, whatever it is. */
  async follow(begun: boolean): Promise<void> {
    await this.#page.expectStill(begun);
    throw leftFrame(this, begun);
  }
}

export async function documentOfNode(page: ShownPage, node: FrameNode): Promise<FrameDocument> {
  return new FrameDocument(page, node, await frameNumberOf(page.tabId, node.frame.documentId));
}

export function leftFrame({ tabId, frameNumber }: { tabId: number; frameNumber: number }, begun: boolean): ToolError {
  const done = begun ? 'part of the call may have been carried out' : 'nothing was done';
  return new ToolError(
    'ERR_TOOL_FAILED',
    `Frame f${frameNumber} of tab ${tabId} is gone or shows another page (${done}); call read_page again.`,
    { begun },
  );
}

/** Null where it has none, as in a sandbox, or does not tell. It was written by the page around it, but may be of who opened it. */
async function ownOrigin(tabId: number, { documentId }: Frame): Promise<string | null> {
  const target = { tabId, documentIds: [documentId] };
  const ask = () => chrome.scripting.executeScript({ target, func: () => self.origin, injectImmediately: true });
  const ran = await inTime(documentId, () => ask().catch(() => []));
  return originOf(ran?.[0]?.result ?? '');
}
