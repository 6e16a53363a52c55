// The frames of a tab as the browser lists them, and where each comes from.
import { originOf } from '../../contract/sites.ts';
import { type Frame, unlistedBeside } from './unlisted-frames.ts';

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

/** What has no address of its own was written by the page around it. */
export function frameOrigin(url: string, parent: string): string {
  const origin = originOf(url.replace(/^blob:/, ''));
  if (origin !== null) return origin;
  if (hasNoAddress(url)) return parent;
  return url.replace(/^([a-z-]+:\/\/[^/]*).*$/i, '$1');
}

export function hasNoAddress(url: string): boolean {
  return url === '' || /^(about|data|blob|javascript):/.test(url);
}
