// A bundle's archive: opened, judged as a whole, and then read file by file. It has to stay the file that was judged.
import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { MiB, maxArchiveMiB, refusedBundle, shownName } from './archive-bounds.ts';
import { type ArchiveEnd, findArchiveEnd } from './archive-end.ts';
import { type ArchiveEntry, readEntries } from './archive-entries.ts';
import type { BigIntStats } from 'node:fs';

const pieceBytes = 256 * 1024;

export interface ArchiveFacts {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** What the signature is of, as its sha256 in hexadecimal. */
  readonly contentSha256: string;
  readonly end: ArchiveEnd;
  readonly entries: readonly ArchiveEntry[];
}

/** What is done with each piece of a file, in order. */
type Take = (piece: Buffer) => Promise<void> | void;

/** An open archive. Whoever has one closes it. */
export class Archive {
  readonly facts: ArchiveFacts;
  readonly #handle: FileHandle;
  readonly #as: BigIntStats;

  private constructor(handle: FileHandle, as: BigIntStats, facts: ArchiveFacts) {
    this.#handle = handle;
    this.#as = as;
    this.facts = facts;
  }

  /** Throws HubError with why it is refused. `path` is opened as data and nothing else. */
  static async open(path: string, signal?: AbortSignal): Promise<Archive> {
    const file = basename(path);
    const handle = await openForReading(path, file);
    try {
      const as = await handle.stat({ bigint: true });
      if (!as.isFile()) throw refusedBundle({ kind: 'bundle-not-file', file });
      const bytes = Number(as.size);
      if (bytes > maxArchiveMiB * MiB)
        throw refusedBundle({ kind: 'bundle-too-large', mib: Math.ceil(bytes / MiB), most: maxArchiveMiB });
      const end = await findArchiveEnd(handle, bytes);
      const entries = await readEntries(handle, end);
      const digests = await digestsOf(handle, bytes, end.contentBytes, signal);
      const archive = new Archive(handle, as, { file, bytes, ...digests, end, entries });
      await archive.expectSame();
      return archive;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  entry(name: string): ArchiveEntry | null {
    return this.facts.entries.find(entry => entry.name === name && !entry.isFolder) ?? null;
  }

  /** A small file, whole; null where it is larger than `most` bytes. */
  async read(entry: ArchiveEntry, most: number): Promise<Buffer | null> {
    if (entry.bytes > most) return null;
    const pieces: Buffer[] = [];
    await this.stream(entry, piece => void pieces.push(piece));
    return Buffer.concat(pieces);
  }

  /** Unpacks one entry, and no byte more than it said that it has. Throws HubError where it is not what the directory says. */
  async stream(entry: ArchiveEntry, take: Take, signal?: AbortSignal): Promise<void> {
    const name = shownName(entry.name);
    let bytes = 0;
    let checksum = 0;
    const judge = async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > entry.bytes) throw refusedBundle({ kind: 'bundle-entry-length', name });
        checksum = crc32(piece, checksum);
        await take(piece);
      }
    };
    const packed = Readable.from(piecesOf(this.#handle, entry.at, entry.packedBytes), { objectMode: false });
    const options = signal ? { signal } : {};
    try {
      if (entry.isPacked) await pipeline(packed, createInflateRaw(), judge, options);
      else await pipeline(packed, judge, options);
    } catch (error) {
      throw isZlibError(error) ? refusedBundle({ kind: 'bundle-entry-data', name }) : error;
    }
    if (bytes !== entry.bytes) throw refusedBundle({ kind: 'bundle-entry-length', name });
    if (checksum !== entry.checksum) throw refusedBundle({ kind: 'bundle-entry-checksum', name });
  }

  /** Writes the whole file, as it was judged, where nothing is yet. */
  async copyTo(path: string, signal?: AbortSignal): Promise<void> {
    const pieces = Readable.from(piecesOf(this.#handle, 0, this.facts.bytes), { objectMode: false });
    const copy = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    await pipeline(pieces, copy, signal ? { signal } : {});
    await this.expectSame();
  }

  /** Throws HubError where somebody has written to the file since it was opened. */
  async expectSame(): Promise<void> {
    const now = await this.#handle.stat({ bigint: true });
    if (now.size !== this.#as.size || now.mtimeNs !== this.#as.mtimeNs)
      throw refusedBundle({ kind: 'bundle-changed', file: this.facts.file });
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Without waiting for the other end of a pipe that somebody named like a bundle. */
async function openForReading(path: string, file: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw refusedBundle({ kind: 'bundle-unreadable', file, code: codeOf(error) });
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

function isZlibError(error: unknown): boolean {
  return codeOf(error).startsWith('Z_');
}

async function* piecesOf(handle: FileHandle, from: number, bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes - done));
    const { bytesRead } = await handle.read(piece, 0, piece.length, from + done);
    if (bytesRead === 0) return;
    done += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/** Of the whole file, and of the part of it that is signed. */
async function digestsOf(handle: FileHandle, bytes: number, contentBytes: number, signal?: AbortSignal) {
  const hash = createHash('sha256');
  const add = async (from: number, to: number) => {
    for await (const piece of piecesOf(handle, from, to - from)) {
      signal?.throwIfAborted();
      hash.update(piece);
    }
  };
  await add(0, contentBytes);
  const contentSha256 = hash.copy().digest('hex');
  await add(contentBytes, bytes);
  return { sha256: hash.digest('hex'), contentSha256 };
}
