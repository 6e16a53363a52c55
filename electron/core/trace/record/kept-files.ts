// The newest part of the trace on disk, for the next run of the hub: where it lies, how large it gets, and what of it is read at the start.
import { constants } from 'node:fs';
import { lstat, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { makePrivate } from './private-folder.ts';

/** Two files, of which the older one goes: what is kept is between one and two times this. */
export const keptFileBytes = 1024 * 1024;
const newestName = 'kept.jsonl';
const beforeName = 'kept-before.jsonl';
/** Beyond this no number of a trace was ever counted: such a line is somebody else's. */
const maxSeq = 2 ** 45;

export interface KeptTrace {
  readonly folder: string;
  /** Lines of what was kept, the oldest first. */
  readonly text: string;
  /** The highest number among them, 0 where there is none. */
  readonly newest: number;
}

/** Of the data home. */
export function keptTraceFolder(home: string): string {
  return path.join(home, 'kept-trace');
}

export function keptPaths(folder: string): { newest: string; before: string } {
  return { newest: path.join(folder, newestName), before: path.join(folder, beforeName) };
}

export async function keptBytes(folder: string): Promise<number> {
  const sizes = Object.values(keptPaths(folder)).map(file =>
    lstat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Makes the folder where it is not there. Rejects where it is not private, or a file in it cannot be read. */
export async function readKeptTrace(folder: string): Promise<KeptTrace> {
  await makePrivate(folder);
  const { newest, before } = keptPaths(folder);
  const text = `${await readOwn(before)}${await readOwn(newest)}`;
  const numbers = [...text.matchAll(/^\{"seq":(\d{1,15}),/gm)].map(([, number]) => Number(number));
  return { folder, text, newest: numbers.reduce((most, seq) => (seq < maxSeq ? Math.max(most, seq) : most), 0) };
}

export async function removeKeptTrace(folder: string): Promise<void> {
  for (const file of Object.values(keptPaths(folder))) await rm(file, { force: true });
}

/** '' for what is not there. A link is not followed. */
async function readOwn(file: string): Promise<string> {
  const { O_RDONLY, O_NOFOLLOW } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return '';
  try {
    const bytes = Buffer.alloc(2 * keptFileBytes);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
