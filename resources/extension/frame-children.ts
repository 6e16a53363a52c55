// The frames that stand in the page itself, listed by the browser or not, each with all documents that it holds.
import { frameOrigin } from './frame-tree.ts';
import { askAll, askDocuments, type FrameWords } from './frame-words.ts';
import type { HeldDocument, ShownPage } from './shown-page.ts';
import type { Frame } from './unlisted-frames.ts';

export interface PageFrame {
  /** Its place in `window`; -1 where it has none there, as in a shadow tree; null where it does not say. */
  readonly index: number | null;
  /** Every document in it but for those of the page's own origin. */
  readonly held: readonly HeldDocument[];
}

/** `listed` is what the browser lists, `count` how many frames the `window` of the page has. */
export async function pageFrames(page: ShownPage, listed: readonly Frame[], count: number): Promise<PageFrame[]> {
  if (count === 0 && listed.length <= 1) return [];
  const [words, all] = await Promise.all([
    askDocuments(
      page.tabId,
      listed.map(({ documentId }) => documentId),
    ),
    askAll(page.tabId, page.documentId),
  ]);
  const frames = new Map(listed.map(frame => [frame.frameId, frame]));
  const unlisted = (all ?? []).filter(({ frameId }) => !frames.has(frameId));
  return new FrameOrigins(page, listed, words, unlisted).inPage();
}

class FrameOrigins {
  readonly #own: string;
  readonly #listed: readonly Frame[];
  readonly #unlisted: readonly FrameWords[];
  readonly #words: ReadonlyMap<string, FrameWords>;
  readonly #page: FrameWords | undefined;

  constructor(
    page: ShownPage,
    listed: readonly Frame[],
    words: ReadonlyMap<string, FrameWords>,
    unlisted: readonly FrameWords[],
  ) {
    this.#own = page.origin ?? '';
    this.#listed = listed.filter(({ frameId }) => frameId !== 0);
    this.#words = words;
    this.#unlisted = unlisted;
    this.#page = words.get(page.documentId);
  }

  inPage(): PageFrame[] {
    const direct = this.#listed.filter(({ parentFrameId }) => parentFrameId === 0);
    const children = direct.map(frame => {
      const words = this.#words.get(frame.documentId);
      return { index: words?.index ?? null, held: this.#inListed(frame, this.#own, this.#page) };
    });
    const met = this.#unlisted.filter(({ isInPage }) => isInPage);
    const more = met.map(words => ({ index: words.index, held: this.#inUnlisted(words, this.#own, this.#page) }));
    const lost = this.#lost();
    // What stands in a frame of which nothing is known may stand in any.
    return [...children, ...more].map(child => ({ ...child, held: this.#foreign([...child.held, ...lost]) }));
  }

  #inListed(frame: Frame, around: string, aroundWords: FrameWords | undefined): HeldDocument[] {
    const words = this.#words.get(frame.documentId);
    const origin = frameOrigin({ url: frame.url, around, words, aroundWords });
    return [{ origin, documentId: frame.documentId }, ...this.#below(frame.frameId, origin, words)];
  }

  #inUnlisted(words: FrameWords, around: string, aroundWords: FrameWords | undefined): HeldDocument[] {
    const origin = frameOrigin({ url: words.url, around, words, aroundWords });
    return [{ origin, documentId: words.documentId }, ...this.#below(words.frameId, origin, words)];
  }

  #below(frameId: number, origin: string, words: FrameWords | undefined): HeldDocument[] {
    const below = this.#listed.filter(({ parentFrameId }) => parentFrameId === frameId);
    return below.flatMap(frame => this.#inListed(frame, origin, words));
  }

  /** Of frames whose parent is not listed, or which are not listed and stand further in. */
  #lost(): HeldDocument[] {
    const known = new Set([0, ...this.#listed.map(({ frameId }) => frameId)]);
    for (const { frameId, isInPage } of this.#unlisted) if (isInPage) known.add(frameId);
    const orphans = this.#listed.filter(({ parentFrameId }) => !known.has(parentFrameId));
    const inner = this.#unlisted.filter(({ isInPage }) => !isInPage);
    return [
      ...orphans.flatMap(frame => this.#inListed(frame, '', undefined)),
      ...inner.flatMap(words => this.#inUnlisted(words, '', undefined)),
    ].filter(({ origin }) => origin !== '');
  }

  #foreign(held: readonly HeldDocument[]): HeldDocument[] {
    return held.filter(({ origin }) => origin !== this.#own);
  }
}
