// The files of a .zip, in memory and bounded. Nothing of it is written anywhere under a name of its own.
import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import { HubError } from '../../../../contract/errors.ts';
import { refused } from './read-entry.ts';

const maxFiles = 200;
const maxMiB = 32;
const signatures = { end: 0x06054b50, entry: 0x02014b50, locator: 0x07064b50 } as const;
const locatorBytes = 20;
const endBytes = 22;
const maxCommentBytes = 65_535;
const entryBytes = 46;
/** Where these stand in an entry of the central directory (APPNOTE 4.3.12). */
const at = { flags: 8, checksum: 16, size: 24, name: 28, extra: 30, comment: 32, attributes: 38 } as const;
/** The kind of file in the mode of Unix. */
const kindBits = 0o170000;
const regularKinds = [0, 0o100000, 0o040000];

/** By their names, without folders. Throws HubError for what is no .zip, or is larger, or leads elsewhere. */
export function unzipPackage(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const listed = namesIn(bytes);
  let left = maxMiB * 1024 * 1024;
  try {
    const found = unzipSync(bytes, {
      filter: ({ name, size, originalSize, compression }) => {
        if (!listed.has(name) || name.endsWith('/')) return false;
        // What is only stored is as long as it lies there, whatever it says.
        left -= compression === 0 ? size : originalSize;
        if (left < 0) throw refused({ kind: 'zip-too-large', most: maxMiB });
        return true;
      },
    });
    const files = new Map(Object.entries(found));
    for (const [name, file] of files) if (crc32(file) !== listed.get(name)) throw refused({ kind: 'zip-broken' });
    return files;
  } catch (error) {
    throw error instanceof HubError ? error : refused({ kind: 'zip-broken' });
  }
}

/** The manifest's own folder in front of each name is taken away: many put all into one. */
export function withoutFolder(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const manifests = [...files.keys()].filter(name => /^(?:[^/]+\/)?manifest\.json$/.test(name));
  const [shortest] = manifests.toSorted((a, b) => a.length - b.length);
  if (shortest === undefined) throw refused({ kind: 'zip-without-manifest' });
  const folder = shortest.slice(0, -'manifest.json'.length);
  return new Map(
    [...files].flatMap(([name, file]) => (name.startsWith(folder) ? [[name.slice(folder.length), file] as const] : [])),
  );
}

/** What the central directory lists, with its checksums: names and sizes are judged before a byte is unpacked. */
function namesIn(bytes: Uint8Array): Map<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  // Of a larger form another directory would be unpacked than is judged here.
  const isLarger = end >= locatorBytes && view.getUint32(end - locatorBytes, true) === signatures.locator;
  if (isLarger || view.getUint16(end + 8, true) !== count) throw refused({ kind: 'zip-broken' });
  if (count > maxFiles) throw refused({ kind: 'zip-too-many', most: maxFiles });
  const listed = new Map<string, number>();
  let place = view.getUint32(end + 16, true);
  let total = 0;
  for (let n = 0; n < count; n += 1) {
    const entry = entryAt(view, place);
    expectPlain(entry, listed);
    total += entry.size;
    if (total > maxMiB * 1024 * 1024) throw refused({ kind: 'zip-too-large', most: maxMiB });
    listed.set(entry.name, entry.checksum);
    place = entry.next;
  }
  return listed;
}

/** The end record is looked for from the back, because a comment may follow it. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - endBytes - maxCommentBytes);
  for (let place = view.byteLength - endBytes; place >= first; place -= 1)
    if (view.getUint32(place, true) === signatures.end) return place;
  throw refused({ kind: 'zip-broken' });
}

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly checksum: number;
  readonly isEncrypted: boolean;
  readonly mode: number;
  readonly next: number;
}

function entryAt(view: DataView, place: number): Entry {
  const isThere = place + entryBytes <= view.byteLength && view.getUint32(place, true) === signatures.entry;
  if (!isThere) throw refused({ kind: 'zip-broken' });
  const length = (offset: number) => view.getUint16(place + offset, true);
  const start = place + entryBytes;
  const next = start + length(at.name) + length(at.extra) + length(at.comment);
  if (next > view.byteLength) throw refused({ kind: 'zip-broken' });
  const raw = new Uint8Array(view.buffer, view.byteOffset + start, length(at.name));
  return {
    name: new TextDecoder().decode(raw),
    size: view.getUint32(place + at.size, true),
    checksum: view.getUint32(place + at.checksum, true),
    isEncrypted: (length(at.flags) & 1) === 1,
    mode: view.getUint32(place + at.attributes, true) >>> 16,
    next,
  };
}

function expectPlain({ name, isEncrypted, mode }: Entry, listed: ReadonlyMap<string, number>): void {
  if (isEncrypted) throw refused({ kind: 'zip-encrypted' });
  const parts = name.replace(/\/$/, '').split('/');
  const isPlain = parts.every(part => part !== '' && part !== '.' && part !== '..') && !/[\\\0:]/.test(name);
  if (!isPlain || listed.has(name)) throw refused({ kind: 'zip-name', name: name.slice(0, 200) });
  if (!regularKinds.includes(mode & kindBits)) throw refused({ kind: 'zip-link', name: name.slice(0, 200) });
}
