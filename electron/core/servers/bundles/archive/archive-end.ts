// The end of a bundle: where its archive ends, and the signature that may follow. Anything else that stands there is refused.
import { MiB, refusedBundle } from './archive-bounds.ts';
import type { FileHandle } from 'node:fs/promises';

const header = Buffer.from('MCPB_SIG_V1');
const footer = Buffer.from('MCPB_SIG_END');
const lengthBytes = 4;
const maxSignatureBytes = MiB;
const endBytes = 22;
const locatorBytes = 20;
const maxCommentBytes = 65_535;
const marks = { end: 0x06054b50, locator: 0x07064b50 } as const;

export interface ArchiveEnd {
  /** Where the archive ends, and what its signature is of. */
  readonly contentBytes: number;
  /** PKCS #7 in DER; null where nobody signed it. */
  readonly signature: Buffer | null;
  readonly directory: { readonly at: number; readonly bytes: number; readonly entries: number };
}

/** Throws HubError for what is no archive, is in several pieces, or has more after its end than a signature. */
export async function findArchiveEnd(file: FileHandle, bytes: number): Promise<ArchiveEnd> {
  const tail = await readAt(file, Math.max(0, bytes - maxSignatureBytes), Math.min(bytes, maxSignatureBytes));
  const block = signatureBlock(tail);
  const contentBytes = bytes - (block?.length ?? 0);
  const content = block ? tail.subarray(0, tail.length - block.length) : tail;
  expectEnd(content);
  const at = content.length - endBytes;
  const comment = content.readUInt16LE(at + 20);
  // Some signers say the signature in the length of the comment, so that other programs read the archive as well.
  if (comment !== 0 && comment !== block?.length) throw refusedBundle({ kind: 'bundle-comment' });
  if (at >= locatorBytes && content.readUInt32LE(at - locatorBytes) === marks.locator)
    throw refusedBundle({ kind: 'bundle-zip64' });
  return {
    contentBytes,
    signature: block ? block.subarray(header.length + lengthBytes, block.length - footer.length) : null,
    directory: directoryOf(content.subarray(at), contentBytes - endBytes),
  };
}

/** From its header to its footer; null where the file does not end with one. */
function signatureBlock(tail: Buffer): Buffer | null {
  if (!tail.subarray(-footer.length).equals(footer)) return null;
  const frame = header.length + lengthBytes + footer.length;
  for (let at = tail.lastIndexOf(header); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(header, at - 1)) {
    const block = tail.subarray(at);
    if (block.length < frame || block.readUInt32LE(header.length) !== block.length - frame) continue;
    // Whoever looks for the end of an archive from the back would find another one than we do.
    if (block.includes('PK\x05\x06', 0, 'latin1')) break;
    return block;
  }
  throw refusedBundle({ kind: 'bundle-signature-block' });
}

/** The end record has to be the last of the archive: what follows it is told apart from what is none at all. */
function expectEnd(content: Buffer): void {
  const last = content.length - endBytes;
  if (last >= 0 && content.readUInt32LE(last) === marks.end) return;
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(marks.end);
  let after: number | null = null;
  for (let at = content.lastIndexOf(mark); at >= 0; at = at === 0 ? -1 : content.lastIndexOf(mark, at - 1)) {
    const rest = last - at;
    if (rest < 0 || rest > maxCommentBytes) continue;
    if (content.readUInt16LE(at + 20) === rest) throw refusedBundle({ kind: 'bundle-comment' });
    after ??= rest;
  }
  throw after === null
    ? refusedBundle({ kind: 'bundle-no-zip' })
    : refusedBundle({ kind: 'bundle-bytes-after', bytes: after });
}

/** `end` is where the directory has to end. */
function directoryOf(record: Buffer, end: number): ArchiveEnd['directory'] {
  const disks = [record.readUInt16LE(4), record.readUInt16LE(6)];
  const [here, entries] = [record.readUInt16LE(8), record.readUInt16LE(10)];
  if (disks.some(disk => disk !== 0) || here !== entries) throw refusedBundle({ kind: 'bundle-split' });
  const bytes = record.readUInt32LE(12);
  const at = record.readUInt32LE(16);
  if (entries === 0xffff || bytes === 0xffffffff || at === 0xffffffff) throw refusedBundle({ kind: 'bundle-zip64' });
  if (at + bytes !== end) throw refusedBundle({ kind: 'bundle-directory' });
  return { at, bytes, entries };
}

/** All of it, or as much as there is. */
export async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await file.read(buffer, done, bytes - done, at + done);
    if (bytesRead === 0) return buffer.subarray(0, done);
    done += bytesRead;
  }
  return buffer;
}
