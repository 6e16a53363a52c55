// What an unpacked package is, as one digest over all of its files, and how to see cheaply that none has changed since.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hubError } from '../../../../words/hub-error.ts';

export interface PackageDigest {
  /** sha256 over path, kind, size, whether it may be run, and content of each file, in hexadecimal. */
  readonly digest: string;
  /** sha256 over path, size, times and place of each file: it costs one look at each, and what is written changes it. */
  readonly stamp: string;
  readonly bytes: number;
}

interface Found {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly size: number;
  readonly mayRun: boolean;
  readonly stamp: string;
}

const maxEntries = 400_000;
const maxAtOnce = 16;

/** Reads every file. Rejects for a folder that cannot be read, and for one with too many files. */
export async function digestOf(folder: string): Promise<PackageDigest> {
  const found = await listed(folder);
  const contents = await inTurns(found, async ({ path, kind }) => {
    if (kind === 'file') return contentOf(join(folder, path));
    return kind === 'link' ? readlink(join(folder, path)) : '';
  });
  const lines = found.map(({ path, kind, size, mayRun }, at) => [path, kind, size, mayRun, contents[at]]);
  return { digest: sha256(lines), stamp: stampOf(found), bytes: found.reduce((sum, { size }) => sum + size, 0) };
}

/** The stamp alone. */
export async function stampOfFolder(folder: string): Promise<string> {
  return stampOf(await listed(folder));
}

function stampOf(found: readonly Found[]): string {
  return sha256(found.map(({ path, stamp }) => [path, stamp]));
}

/** Everything in it, in the order of the paths. Links are not followed. */
async function listed(folder: string): Promise<Found[]> {
  const found: Found[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const within = at;
    const entries = await readdir(join(folder, within), { withFileTypes: true });
    if (found.length + entries.length > maxEntries)
      throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'package-too-many', folder, most: maxEntries });
    const looked = await inTurns(entries, entry =>
      look(folder, within === '' ? entry.name : `${within}/${entry.name}`),
    );
    found.push(...looked);
    open.push(...looked.filter(({ kind }) => kind === 'folder').map(({ path }) => path));
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function look(folder: string, path: string): Promise<Found> {
  const stat = await lstat(join(folder, path), { bigint: true });
  const kind = stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'file';
  const size = kind === 'file' ? Number(stat.size) : 0;
  // A folder's own times change also where nothing in it does.
  const stamp = kind === 'folder' ? '' : [stat.size, stat.mtimeNs, stat.ctimeNs, stat.ino, stat.mode].join(' ');
  return { path, kind, size, mayRun: kind === 'file' && (Number(stat.mode) & 0o111) !== 0, stamp };
}

async function contentOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += maxAtOnce)
    results.push(...(await Promise.all(items.slice(from, from + maxAtOnce).map(act))));
  return results;
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
