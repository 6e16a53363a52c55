// A bundle from a page to the hub: a file that was dropped or picked, in pieces that one message can carry.

import { maxPieceChars } from '../../../contract/bundle-pieces.ts';
import { t } from '../../words/language.ts';
import type { Bundle } from '../../../contract/schemas/bundles.ts';
import type { Link } from '../../link/link.ts';

/** Base64 makes four letters of three bytes. */
const pieceBytes = Math.floor(maxPieceChars / 4) * 3;

export function isBundleName(name: string): boolean {
  return /\.(mcpb|dxt)$/i.test(name);
}

/** Rejects with a `PanelError`; `onShare` is told how much has gone, from 0 to 1. */
export async function sendBundle(link: Link, file: File, onShare: (share: number) => void): Promise<Bundle> {
  if (file.size === 0) throw new Error(t('{name} is empty.', { name: file.name }));
  const { uploadId } = await link.request('bundles:receive', { file: file.name, bytes: file.size });
  for (let at = 0; at < file.size; at += pieceBytes) {
    const data = await base64Of(file.slice(at, at + pieceBytes));
    await link.request('bundles:piece', { uploadId, data });
    onShare(Math.min(1, (at + pieceBytes) / file.size));
  }
  return (await link.request('bundles:received', { uploadId })).bundle;
}

/** In pieces, because a call takes only so many arguments. */
async function base64Of(blob: Blob): Promise<string> {
  const all = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < all.length; at += 0x8000) text += String.fromCharCode(...all.subarray(at, at + 0x8000));
  return btoa(text);
}

/** A whole file out of its pieces in base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
