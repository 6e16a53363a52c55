// What an archive holds, by its directory and by the header in front of each file: both are judged, and have to agree, before a byte is unpacked.
import {
  type Entry,
  fromRandomAccessReaderPromise,
  type LocalFileHeader,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { HubError } from '../../../../../contract/errors.ts';
import {
  MiB,
  maxEntries,
  maxEntryMiB,
  maxRatio,
  maxTotalMiB,
  ratioCountsFrom,
  refusedBundle,
  shownName,
} from './archive-bounds.ts';
import { nameOfEntry, sameFile } from './archive-names.ts';
import type { FileHandle } from 'node:fs/promises';
import type { ArchiveEnd } from './archive-end.ts';

export interface ArchiveEntry {
  /** A plain relative path; of a folder without the slash at its end. */
  readonly name: string;
  readonly isFolder: boolean;
  /** Its mode says that it is a program. */
  readonly isProgram: boolean;
  readonly isPacked: boolean;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly checksum: number;
  /** Where its data begins. */
  readonly at: number;
}

/** Where an entry lies, from its header to the end of its data; after which a descriptor may follow. */
interface Extent {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly hasDescriptor: boolean;
}

const recordBytes = 46;
/** Bits of the general purpose flag (APPNOTE 4.4.4). */
const flags = { encrypted: 1, descriptor: 1 << 3, strongly: 1 << 6, utf8: 1 << 11, masked: 1 << 13 } as const;
const methods = { stored: 0, deflated: 8 } as const;
const kindBits = 0o170000;
const kinds = { file: 0o100000, folder: 0o040000, link: 0o120000 } as const;
const unicodePathField = 0x7075;
const descriptorBytes = [12, 16];

/** Throws HubError with what is wrong, and with which entry. */
export async function readEntries(file: FileHandle, end: ArchiveEnd): Promise<ArchiveEntry[]> {
  if (end.directory.entries > maxEntries) throw refusedBundle({ kind: 'bundle-too-many', most: maxEntries });
  try {
    const reader = new HandleReader(file, end.contentBytes);
    const zip = await fromRandomAccessReaderPromise(reader, end.contentBytes, {
      decodeStrings: false,
      validateEntrySizes: false,
      autoClose: false,
    });
    return await judgedEntries(zip, end);
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw refusedBundle({ kind: 'bundle-broken', said: error instanceof Error ? error.message : String(error) });
  }
}

/** Lets yauzl read from a file that stays ours, without the signature behind it, and as if no comment were announced. */
class HandleReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #end: number;

  constructor(file: FileHandle, end: number) {
    super();
    this.#file = file;
    this.#end = end;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => {
        const comment = offset + this.#end - 2 - position;
        if (comment >= offset && comment + 2 <= offset + bytesRead) buffer.fill(0, comment, comment + 2);
        callback(null, bytesRead);
      },
      (error: Error) => callback(error),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}

async function judgedEntries(zip: ZipFile, { directory }: ArchiveEnd): Promise<ArchiveEntry[]> {
  const listed = await listedEntries(zip, directory.bytes);
  const found: ArchiveEntry[] = [];
  const extents: Extent[] = [];
  for (const { entry, name } of listed) {
    const local = await zip.readLocalFileHeaderPromise(entry);
    expectAgreement(entry, local, name);
    found.push(asEntry(entry, name, local.fileDataStart));
    extents.push({
      name,
      from: entry.relativeOffsetOfLocalHeader,
      to: local.fileDataStart + entry.compressedSize,
      hasDescriptor: (entry.generalPurposeBitFlag & flags.descriptor) !== 0,
    });
  }
  expectSeamless(extents, directory.at);
  return found;
}

/** By the directory alone, which has to be as long as it says. */
async function listedEntries(zip: ZipFile, directoryBytes: number) {
  const names = new Names();
  const listed: { readonly entry: Entry; readonly name: string }[] = [];
  let bytes = 0;
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += recordBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    const name = nameOfEntry(entry.fileNameRaw);
    expectPlain(entry, name);
    names.take(name);
    total += entry.uncompressedSize;
    if (total > maxTotalMiB * MiB) throw refusedBundle({ kind: 'bundle-total-too-large', most: maxTotalMiB });
    listed.push({ entry, name });
  }
  if (bytes !== directoryBytes) throw refusedBundle({ kind: 'bundle-directory' });
  return listed;
}

/** Each file once, on every system, and none that is a folder as well. */
class Names {
  readonly #taken = new Map<string, { readonly name: string; readonly isFolder: boolean }>();

  take(name: string): void {
    const isFolder = name.endsWith('/');
    const key = sameFile(name);
    const there = this.#taken.get(key);
    // A folder that files lie in may also be listed itself, once and as it is called there.
    const isSameFolder = there?.isFolder === true && isFolder && !there.name.endsWith('/') && `${there.name}/` === name;
    if (there && !isSameFolder) throw this.#refused(name, isFolder, there);
    this.#taken.set(key, { name, isFolder });
    this.#takeFolders(name.replace(/\/$/, ''));
  }

  /** Those that it lies in, which are folders whether or not they are listed. */
  #takeFolders(name: string): void {
    for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
      const folder = name.slice(0, at);
      const there = this.#taken.get(sameFile(folder));
      if (there && (!there.isFolder || there.name.replace(/\/$/, '') !== folder))
        throw this.#refused(folder, true, there);
      if (!there) this.#taken.set(sameFile(folder), { name: folder, isFolder: true });
    }
  }

  #refused(name: string, isFolder: boolean, there: { readonly name: string; readonly isFolder: boolean }): HubError {
    if (isFolder !== there.isFolder) return refusedBundle({ kind: 'bundle-file-and-folder', name: shownName(name) });
    return refusedBundle({ kind: 'bundle-twice', name: shownName(name), other: shownName(there.name) });
  }
}

function expectPlain(entry: Entry, fullName: string): void {
  const name = shownName(fullName);
  const { generalPurposeBitFlag: flag, compressionMethod: method, compressedSize, uncompressedSize } = entry;
  if ((flag & (flags.encrypted | flags.strongly | flags.masked)) !== 0)
    throw refusedBundle({ kind: 'bundle-encrypted', name });
  if (method !== methods.stored && method !== methods.deflated)
    throw refusedBundle({ kind: 'bundle-compression', name, method });
  const isLarger = [compressedSize, uncompressedSize, entry.relativeOffsetOfLocalHeader].some(one => one >= 0xffffffff);
  if (isLarger || entry.extraFields.some(({ id }) => id === 1)) throw refusedBundle({ kind: 'bundle-zip64' });
  const other = entry.extraFields.find(({ id }) => id === unicodePathField);
  if (other && !other.data.subarray(5).equals(entry.fileNameRaw))
    throw refusedBundle({ kind: 'bundle-name-two', name });
  expectKind(entry, fullName.endsWith('/'), name);
  if (method === methods.stored && compressedSize !== uncompressedSize)
    throw refusedBundle({ kind: 'bundle-stored-size', name });
  if (uncompressedSize > maxEntryMiB * MiB)
    throw refusedBundle({ kind: 'bundle-entry-too-large', name, most: maxEntryMiB });
  if (uncompressedSize > ratioCountsFrom && uncompressedSize > compressedSize * maxRatio)
    throw refusedBundle({ kind: 'bundle-ratio', name, most: maxRatio });
}

/** The mode is judged whatever system the archive says that it was made on: not all who unpack ask. */
function expectKind(entry: Entry, isFolder: boolean, name: string): void {
  const kind = (entry.externalFileAttributes >>> 16) & kindBits;
  if (kind === kinds.link) throw refusedBundle({ kind: 'bundle-link', name });
  if (kind !== 0 && kind !== (isFolder ? kinds.folder : kinds.file))
    throw refusedBundle({ kind: 'bundle-special', name });
  if (isFolder && entry.uncompressedSize > 0) throw refusedBundle({ kind: 'bundle-folder-content', name });
}

/** A header may leave size and checksum to the descriptor behind the data; whatever it says has to be what the directory says. */
function expectAgreement(entry: Entry, local: LocalFileHeader, name: string): void {
  const isLater = (entry.generalPurposeBitFlag & flags.descriptor) !== 0;
  const same = (one: number, other: number) => one === other || (isLater && one === 0);
  const told = flags.encrypted | flags.descriptor | flags.utf8;
  const agrees =
    local.fileName.equals(entry.fileNameRaw) &&
    local.compressionMethod === entry.compressionMethod &&
    (local.generalPurposeBitFlag & told) === (entry.generalPurposeBitFlag & told) &&
    same(local.crc32, entry.crc32) &&
    same(local.compressedSize, entry.compressedSize) &&
    same(local.uncompressedSize, entry.uncompressedSize);
  if (!agrees) throw refusedBundle({ kind: 'bundle-local-header', name: shownName(name) });
}

/** From the first byte to the directory each byte belongs to one entry. */
function expectSeamless(extents: readonly Extent[], end: number): void {
  let before: Extent = { name: '', from: 0, to: 0, hasDescriptor: false };
  const last = { name: '', from: end, to: end, hasDescriptor: false };
  for (const next of [...extents.toSorted((a, b) => a.from - b.from), last]) {
    const gap = next.from - before.to;
    if (gap < 0)
      throw refusedBundle({ kind: 'bundle-overlap', name: shownName(before.name), other: shownName(next.name) });
    const isSeam = before.hasDescriptor ? descriptorBytes.includes(gap) : gap === 0;
    if (!isSeam) throw refusedBundle({ kind: 'bundle-stray-bytes', bytes: gap });
    before = next;
  }
}

function asEntry(entry: Entry, name: string, at: number): ArchiveEntry {
  return {
    name: name.replace(/\/$/, ''),
    isFolder: name.endsWith('/'),
    isProgram: ((entry.externalFileAttributes >>> 16) & 0o111) !== 0,
    isPacked: entry.compressionMethod === methods.deflated,
    bytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    checksum: entry.crc32,
    at,
  };
}
