// The few file operations of the installer, so that a test can make one of them fail.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, lstat, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inEnglish } from '../../words/english.ts';
import type { FileHandle } from 'node:fs/promises';
import type { Reason } from '../../contract/reasons.ts';

export interface AtomicWrite {
  /** All that is special in the temporary file's name: what a crash left of one is then found again, and written over. */
  readonly tag?: string;
  /** Part of the temporary file's name, by which whoever died over it finds it again. */
  readonly mark?: string;
  /** The group it is to have. Where this account may not give it that, its own group gets no more than everybody has. */
  readonly group?: number | undefined;
  /** The last look before the new file takes the place of the old one; rejecting leaves the old one. */
  readonly beforeRename?: () => Promise<void>;
}

export interface ManifestFiles {
  /** Follows links; false for ENOENT and ENOTDIR, any other error is thrown. */
  exists(path: string): Promise<boolean>;
  /** A regular file that this user may execute. */
  isExecutable(path: string): Promise<boolean>;
  isLink(path: string): Promise<boolean>;
  read(path: string): Promise<Buffer>;
  /** At most so many bytes from its start. */
  readStart(path: string, bytes: number): Promise<Buffer>;
  /** Missing folders are made with 0700. */
  makeFolder(path: string): Promise<void>;
  writeAtomic(path: string, data: string | Uint8Array, mode: number, options?: AtomicWrite): Promise<void>;
  setMode(path: string, mode: number): Promise<void>;
  /** Permission bits of the path itself. */
  modeOf(path: string): Promise<number>;
  /** Removes the entry itself, never what a link points at. */
  remove(path: string): Promise<void>;
  ownerOf(path: string): Promise<number>;
  /** When it was last written, in milliseconds since the epoch. */
  writtenAt(path: string): Promise<number>;
  /** Names in a folder; none where there is no such folder. */
  list(path: string): Promise<readonly string[]>;
}

export const nodeFiles: ManifestFiles = {
  exists: path => stat(path).then(() => true, falseWhenMissing),
  isExecutable,
  isLink: async path => (await lstat(path)).isSymbolicLink(),
  read: path => readFile(path),
  readStart,
  makeFolder: async path => {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  writeAtomic,
  setMode: chmod,
  modeOf: async path => (await lstat(path)).mode & 0o777,
  remove: unlink,
  ownerOf: async path => (await stat(path)).uid,
  writtenAt: async path => Math.round((await stat(path)).mtimeMs),
  list: path => readdir(path).catch((error: unknown) => (falseWhenMissing(error), [])),
};

/** Where a file is written before it takes the place of `path`. */
export function temporaryOf(path: string, tag: string): string {
  return join(dirname(path), `.${basename(path)}.${tag}.tmp`);
}

/** The `code` of a system error, or an empty string. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

async function readStart(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function falseWhenMissing(error: unknown): false {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
  throw error;
}

export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function writeAtomic(
  path: string,
  data: string | Uint8Array,
  mode: number,
  { tag, mark = '', group, beforeRename }: AtomicWrite = {},
): Promise<void> {
  const folder = dirname(path);
  const temporary = temporaryOf(path, tag ?? `${mark}${randomBytes(6).toString('hex')}`);
  if (tag !== undefined) await rm(temporary, { force: true });
  // `wx` never opens a file or link that somebody planted under this name, and rename replaces a link instead of following it.
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(data);
    await file.chmod(await modeInGroup(file, mode, group));
    await file.sync();
    await file.close();
    await beforeRename?.();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function modeInGroup(file: FileHandle, mode: number, group: number | undefined): Promise<number> {
  if (group === undefined || (await file.stat()).gid === group) return mode;
  return file.chown(-1, group).then(
    () => mode,
    () => (mode & 0o707) | ((mode & 0o007) << 3),
  );
}

/** Makes the rename durable; Windows and some network disks cannot, which loses nothing but the newest write in a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** What is wrong with a file of ours, such as a backup. */
export class FilesError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(inEnglish(reason));
    this.reason = reason;
  }
}
