// Unpacks a judged archive into a folder that is then there as a whole, or not at all.
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HubError } from '../../../../../contract/errors.ts';
import { type Archive, codeOf } from './archive.ts';
import { refusedBundle } from './archive-bounds.ts';
import type { ArchiveEntry } from './archive-entries.ts';

export interface UnpackOptions {
  /** Names of files that are programs whatever their mode says. */
  readonly programs?: readonly string[];
  onProgress?(done: number, total: number): void;
  readonly signal?: AbortSignal | undefined;
}

/** Nobody but the owner reads or writes it, and nothing of it runs as somebody else. */
const modes = { folder: 0o700, program: 0o700, file: 0o600 } as const;

/**
 * `folder` is not there, or is empty; its parent is there. Rejects with HubError, or with the reason of the signal, and then leaves nothing: what was
 * unpacked until then lies beside it under a name of its own.
 */
export async function unpackArchive(archive: Archive, folder: string, options: UnpackOptions = {}): Promise<void> {
  const part = `${folder}.part`;
  try {
    await rm(part, { recursive: true, force: true });
    await mkdir(part, { mode: modes.folder });
    await unpackAll(archive, part, options);
    await archive.expectSame();
    options.signal?.throwIfAborted();
    await makeRoom(folder);
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => {});
    if (error instanceof HubError || options.signal?.aborted) throw error;
    throw notWritten(error, folder);
  }
}

async function unpackAll(archive: Archive, folder: string, { programs = [], onProgress, signal }: UnpackOptions) {
  const { entries } = archive.facts;
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  const made = new Set<string>([folder]);
  let done = 0;
  onProgress?.(done, total);
  for (const entry of entries) {
    signal?.throwIfAborted();
    const path = join(folder, ...entry.name.split('/'));
    await makeFolders(entry.isFolder ? path : dirname(path), made);
    if (entry.isFolder) continue;
    const isProgram = entry.isProgram || programs.includes(entry.name);
    await unpackOne(archive, entry, { path, mode: isProgram ? modes.program : modes.file, signal }, bytes => {
      done += bytes;
      onProgress?.(done, total);
    });
  }
}

interface Target {
  readonly path: string;
  readonly mode: number;
  readonly signal: AbortSignal | undefined;
}

async function unpackOne(archive: Archive, entry: ArchiveEntry, target: Target, onBytes: (bytes: number) => void) {
  const { path, mode, signal } = target;
  // Exclusively: what is there already was made by nobody we know.
  const file = await open(path, 'wx', mode).catch((error: unknown) => {
    throw notWritten(error, path);
  });
  try {
    await archive.stream(
      entry,
      async piece => {
        await file.writeFile(piece).catch((error: unknown) => {
          throw notWritten(error, path);
        });
        onBytes(piece.length);
      },
      signal,
    );
  } finally {
    await file.close();
  }
}

async function makeFolders(path: string, made: Set<string>): Promise<void> {
  if (made.has(path)) return;
  await mkdir(path, { recursive: true, mode: modes.folder });
  made.add(path);
}

/** An empty folder of that name makes room; Windows puts nothing in its place. */
async function makeRoom(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

function notWritten(error: unknown, path: string): HubError {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return refusedBundle({ kind: 'bundle-no-space', folder: dirname(path) });
  return refusedBundle({ kind: 'bundle-not-written', path, code });
}
