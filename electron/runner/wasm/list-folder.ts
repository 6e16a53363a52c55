// The entries of a folder as WASI's `dirent` after `dirent`, from a cookie on, as many as there is room for.
import { lstatSync } from 'node:fs';
import type { ListedEntry } from './descriptors.ts';
import type { PinnedFolder } from './pinned-folder.ts';

const headBytes = 24;

/** Returns how many bytes were written; the last entry is cut where the room ends, which tells that there is more. */
export function fillListing(
  room: Uint8Array<ArrayBuffer>,
  listing: readonly ListedEntry[],
  cookie: bigint,
  folder: PinnedFolder,
): number {
  let used = 0;
  const first = cookie > BigInt(listing.length) ? listing.length : Number(cookie);
  for (const [offset, { name, filetype }] of listing.slice(first).entries()) {
    const bytes = Buffer.from(name);
    const entry = Buffer.alloc(headBytes + bytes.length);
    entry.writeBigUInt64LE(BigInt(first + offset + 1), 0);
    entry.writeBigUInt64LE(inodeOf(folder, name), 8);
    entry.writeUInt32LE(bytes.length, 16);
    entry.writeUInt8(filetype, 20);
    entry.set(bytes, headBytes);
    const fits = entry.subarray(0, room.length - used);
    room.set(fits, used);
    used += fits.length;
    if (used === room.length) break;
  }
  return used;
}

/** 0, which says that it is not known, for what is gone by now. */
function inodeOf(folder: PinnedFolder, name: string): bigint {
  return lstatSync(folder.entry(name), { bigint: true, throwIfNoEntry: false })?.ino ?? 0n;
}
