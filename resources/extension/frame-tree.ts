// The frames of a tab as the browser lists them, and where each comes from.
import { originOf } from '../../contract/sites.ts';
import { unlistedBeside } from './unlisted-frames.ts';

export interface Frame {
  readonly frameId: number;
  /** 0 for those that stand in the page itself. */
  readonly parentFrameId: number;
  readonly url: string;
  /** Another one for each document that the frame shows. */
  readonly documentId: string;
}

/** All documents of the tab, its page among them, each behind the one around it. */
export async function framesOf(tabId: number): Promise<Frame[]> {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  const listed = frames.map(({ frameId, parentFrameId, url, documentId }) => ({
    frameId,
    parentFrameId,
    url,
    documentId,
  }));
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
