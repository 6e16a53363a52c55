// What was kept of fetching packages, so that what came once does not come again: how much that is, and taking it away.
import { lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Names of files in it that somebody still needs, such as the copy of a bundle whose install has not ended. */
export type NeededCopies = ReadonlySet<string>;

const dropped = '.dropped-';

/** Bytes that come free: a file that a package shares with it is the package's. */
export async function cachedBytes(folder: string, needed: NeededCopies): Promise<number> {
  let bytes = 0;
  for (const { path } of await clearable(folder, needed)) bytes += await bytesOf(path);
  return bytes;
}

/** Takes away what is not needed; whoever fetches from now on begins a cache of its own. Returns how many bytes came free. */
export async function clearCaches(folder: string, needed: NeededCopies): Promise<number> {
  let bytes = 0;
  for (const { path, isCache } of await clearable(folder, needed)) {
    const place = isCache ? join(await mkdtemp(join(folder, dropped)), 'cache') : path;
    // As a whole, because half a cache is worse than none.
    if (isCache) await rename(path, place);
    bytes += await bytesOf(place);
    await rm(isCache ? dirname(place) : place, { recursive: true, force: true });
  }
  return bytes;
}

/** The caches, each as a whole; of one with needed files in it the others. */
async function clearable(
  folder: string,
  needed: NeededCopies,
): Promise<{ readonly path: string; readonly isCache: boolean }[]> {
  const found = [];
  for (const kind of await namesIn(folder)) {
    const path = join(folder, kind);
    const names = await namesIn(path);
    if (names.some(name => needed.has(name)))
      found.push(...names.filter(name => !needed.has(name)).map(name => ({ path: join(path, name), isCache: false })));
    else if (names.length > 0) found.push({ path, isCache: true });
  }
  return found;
}

/** Itself, or all that is in it. Links are not followed. */
async function bytesOf(path: string): Promise<number> {
  const stat = await lstat(path).catch(() => null);
  if (stat === null) return 0;
  if (!stat.isDirectory()) return stat.nlink === 1 ? stat.size : 0;
  let bytes = 0;
  for (const name of await namesIn(path)) bytes += await bytesOf(join(path, name));
  return bytes;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
