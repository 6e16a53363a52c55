// The frames of a tab as the browser lists them, and where each comes from.
import { originOf } from '../../contract/sites.ts';
import { type FrameWords, isHeldAs } from './frame-words.ts';
import { type Frame, unlistedBeside } from './unlisted-frames.ts';

/** In the place of an origin, for a document of which nobody knows who wrote it. No agent may use it. */
export const unknownSite = 'an unknown site';

/** Those that the browser lists, its page among them; the frames of one document in the order in which `window` has them. */
export async function listedFrames(tabId: number): Promise<Frame[]> {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  return frames.map(({ frameId, parentFrameId, url, documentId }) => ({ frameId, parentFrameId, url, documentId }));
}

/** The same with those that were met and are not listed, in no order. */
export async function framesOf(tabId: number): Promise<Frame[]> {
  const listed = await listedFrames(tabId);
  return [...listed, ...unlistedBeside(tabId, listed)];
}

/** A frame as it is told apart from others, and the document around it. */
interface Placed {
  readonly url: string;
  /** What the document around it counts as. */
  readonly around: string;
  /** Of the frame; undefined where it does not answer. */
  readonly words: FrameWords | undefined;
  readonly aroundWords: FrameWords | undefined;
}

/**
 * Whoever may steer a frame may send it to `data:` or `about:blank`. So what has no address of its own counts as its own origin, or as
 * the page around it where that gave it the address, and else as nobody's.
 */
export function frameOrigin({ url, around, words, aroundWords }: Placed): string {
  const origin = originOf(url.replace(/^blob:/, ''));
  if (origin !== null) return origin;
  if (!hasNoAddress(url)) return url.replace(/^([a-z-]+:\/\/[^/]*).*$/i, '$1');
  if (words?.origin) return words.origin;
  return words && aroundWords && isHeldAs(words, aroundWords) ? around : unknownSite;
}

export function hasNoAddress(url: string): boolean {
  return url === '' || /^(about|data|blob|javascript):/.test(url);
}
