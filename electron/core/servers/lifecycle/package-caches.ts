// Whether the cache of a launcher of packages is being written: the newest of the times at which its folders have changed.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerPackage } from '../../../../contract/schemas/servers.ts';

type Env = Readonly<Record<string, string | undefined>>;

const maxFolders = 60;

/** The folders of this launcher's cache that change when it fetches something; none where there is none that tells. */
export function cacheFolders(runner: ServerPackage['runner'], env: Env, os: NodeJS.Platform): string[] {
  const home = (os === 'win32' ? env.USERPROFILE : env.HOME) ?? null;
  const under = (base: string | null | undefined, ...rest: string[]) => (base ? join(base, ...rest) : null);
  if (runner === 'npx') {
    const named = env.npm_config_cache ?? env.NPM_CONFIG_CACHE;
    const cache = named ?? (os === 'win32' ? under(env.LOCALAPPDATA, 'npm-cache') : under(home, '.npm'));
    // Beside these is its log, which each start writes.
    return cache === null ? [] : ['_npx', '_cacache'].map(name => join(cache, name));
  }
  if (runner !== 'uvx') return [];
  const usual = os === 'win32' ? under(env.LOCALAPPDATA, 'uv', 'cache') : under(env.XDG_CACHE_HOME ?? null, 'uv');
  const cache = env.UV_CACHE_DIR ?? usual ?? (os === 'win32' ? null : under(home, '.cache', 'uv'));
  return cache === null ? [] : [cache];
}

/** In ms since the epoch; 0 where nothing is there. Never rejects. */
export async function cacheTouched(folders: readonly string[]): Promise<number> {
  const first = await newestIn(folders);
  const second = await newestIn(first.folders);
  // What is unpacked lies one deeper, and only the newest can be the one that is being filled.
  const third = await newestIn(second.newest === null ? [] : [second.newest]);
  return Math.max(first.at, second.at, third.at);
}

interface Look {
  readonly at: number;
  readonly newest: string | null;
  readonly folders: readonly string[];
}

/** Of these folders and of what lies in them. */
async function newestIn(parents: readonly string[]): Promise<Look> {
  const folders = (await Promise.all(parents.slice(0, maxFolders).map(foldersIn))).flat().slice(0, maxFolders);
  const times = await Promise.all([...parents.slice(0, maxFolders), ...folders].map(changedAt));
  const at = Math.max(0, ...times);
  const own = times.slice(-folders.length || times.length);
  return { at, newest: folders[own.indexOf(Math.max(...own))] ?? null, folders };
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => join(folder, name));
}

function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
