// The frames of a page as a tree: each with what it counts as, and as a document that functions of the page library are sent into.
import { frameOrigin, framesOf, hasNoAddress } from './frame-tree.ts';
import { askDocuments } from './frame-words.ts';
import { frameNumberOf } from './ref-numbers.ts';
import { ToolError } from './tool-error.ts';
import type { ExpectedElement } from './page/described-elements.ts';
import type { CallDocument, ShownPage } from './shown-page.ts';
import type { Frame } from './unlisted-frames.ts';

export interface FrameNode {
  readonly frame: Frame;
  /** An origin as `originOf` writes it; '' as the page where that is of none; else what no agent may use, such as `chrome-extension://…` or `unknownSite`. */
  readonly origin: string;
  /** Null for a frame that stands in the page itself. */
  readonly parent: FrameNode | null;
  readonly children: readonly FrameNode[];
}

/** Those that stand in the page itself, each with all inside of it. */
export async function frameNodes(page: ShownPage): Promise<readonly FrameNode[]> {
  const frames = await framesOf(page.tabId);
  const byId = new Map(frames.map(frame => [frame.frameId, frame]));
  const inherited = frames.filter(({ frameId, url }) => frameId !== 0 && hasNoAddress(url));
  const asked = inherited.flatMap(frame => [frame, byId.get(frame.parentFrameId) ?? frame]);
  const words = await askDocuments(
    page.tabId,
    asked.map(({ documentId }) => documentId),
  );
  const wordsOf = (frameId: number) => words.get(byId.get(frameId)?.documentId ?? '');
  const inside = (frameId: number, parent: FrameNode | null): readonly FrameNode[] =>
    frames
      .filter(frame => frame.parentFrameId === frameId && frame.frameId !== frameId)
      .map(frame => {
        const around = parent ? parent.origin : (page.origin ?? '');
        const children: FrameNode[] = [];
        const placed = { words: wordsOf(frame.frameId), aroundWords: wordsOf(frameId) };
        const origin = frameOrigin({ url: frame.url, around, ...placed });
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

  /** Where its page was shown to the user, or this frame in it, no other document takes its place. */
  get isOfOneDocument(): boolean {
    return this.#page.isOfOneDocument || this.#page.isHeldToFrames(this.origin);
  }

  get expected(): readonly ExpectedElement[] {
    return this.#page.expected;
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
