// The descriptions in a JSON file, or in those of a folder. Links are not followed, and a file that cannot be read is left out of a folder.
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, parseJson } from '../../../contract/json.ts';
import { fromHarbor } from './harbor-entries.ts';
import { mibOf } from './source-limits.ts';
import { SourceTrouble } from './source-trouble.ts';
import type { SourceLimits } from './source-limits.ts';
import type { SourcePage } from './source-page.ts';

const maxDepth = 4;

/** Rejects with SourceTrouble where there is nothing that can be read. */
export async function* filePages(path: string, limits: SourceLimits): AsyncGenerator<SourcePage> {
  // A link that the user has named is one that the user means.
  const found = await stat(path).catch(() => null);
  if (!found || (!found.isFile() && !found.isDirectory()))
    throw new SourceTrouble({ kind: 'catalogue-no-file', place: path });
  if (found.isFile()) return yield* oneFile(path, limits);
  let bytes = 0;
  for (const file of await jsonFiles(path, limits, path, 0)) {
    bytes += (await lstat(file).catch(() => null))?.size ?? 0;
    if (bytes > limits.totalBytes)
      throw new SourceTrouble({ kind: 'catalogue-too-large', place: path, mib: mibOf(limits.totalBytes) });
    const page = await readPage(file, limits).catch(() => null);
    yield page ?? { servers: [], unread: file, total: null };
  }
}

async function* oneFile(path: string, limits: SourceLimits): AsyncGenerator<SourcePage> {
  yield await readPage(path, limits);
}

async function readPage(file: string, limits: SourceLimits): Promise<SourcePage> {
  const { size } = await stat(file);
  if (size > limits.pageBytes)
    throw new SourceTrouble({ kind: 'catalogue-too-large', place: file, mib: mibOf(limits.pageBytes) });
  const text = await readFile(file, 'utf8').catch(() => {
    throw new SourceTrouble({ kind: 'catalogue-no-file', place: file });
  });
  const servers = serversIn(text);
  if (!servers) throw new SourceTrouble({ kind: 'catalogue-unreadable', place: file, expected: 'file' });
  return { servers: servers.slice(0, limits.entries).map(fromHarbor), total: servers.length };
}

function serversIn(text: string): readonly unknown[] | null {
  try {
    const value = parseJson(text.replace(/^\ufeff/, ''));
    if (Array.isArray(value)) return value as unknown[];
    if (!isRecord(value)) return null;
    const { servers } = value;
    if (Array.isArray(servers)) return servers as unknown[];
    return typeof value['name'] === 'string' || isRecord(value['server']) ? [value] : null;
  } catch {
    return null;
  }
}

async function jsonFiles(folder: string, limits: SourceLimits, place: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name.endsWith('.json')) found.push(path);
    const isOpen = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
    if (isOpen && depth < maxDepth) found.push(...(await jsonFiles(path, limits, place, depth + 1)));
    if (found.length > limits.files) throw new SourceTrouble({ kind: 'catalogue-too-many', place, most: limits.files });
  }
  return found;
}
