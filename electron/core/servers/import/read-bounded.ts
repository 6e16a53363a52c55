// Reading a file of another program: bounded, and nothing that a link leads to elsewhere.
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { HubError } from '../../../../contract/errors.ts';
import { maxImportChars } from '../../../../contract/imports.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { refused } from './read-entry.ts';
import type { Reason } from '../../../../contract/reasons.ts';

interface FileInFolder {
  readonly path: string;
  /** Links may not lead out of it. */
  readonly within: string;
}

/** Null when there is no such file. */
export async function readBounded({ path, within }: FileInFolder): Promise<string | null> {
  const real = await realpath(path).catch(nullWhenMissing);
  if (real === null) return null;
  if (!isInside(await realpath(within), real)) throw refused({ kind: 'file-is-link', to: real, folder: within });
  // A pipe that somebody put there would be waited for without end.
  const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = await regular(file);
    if (size > maxImportChars) throw refused({ kind: 'file-too-large', bytes: size, most: maxImportChars });
    const buffer = Buffer.alloc(size);
    const { bytesRead } = await file.read(buffer, 0, size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function regular(file: Awaited<ReturnType<typeof open>>): Promise<{ size: number }> {
  const found = await file.stat();
  if (!found.isFile()) throw refused({ kind: 'file-is-none' });
  return found;
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

export function whyNotRead(error: unknown): Reason {
  if (error instanceof HubError) return reasonOf(error);
  return { kind: 'file-denied', why: error instanceof Error ? error.message : String(error) };
}
