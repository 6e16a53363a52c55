// Looks for data of known packages where an earlier start has left it: a few places, none of them searched through.
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageIn } from '../config/package-in-command.ts';
import { knownData } from './known-data.ts';
import type { CommandConfig, ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { KnownData } from './known-data.ts';

export interface DataPlaces {
  /** Folders that servers were started in before each had its own: Pilothouse's and the hub's. */
  readonly starts: readonly string[];
  readonly userHome: string;
}

export interface FoundData {
  readonly known: KnownData;
  readonly file: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

const maxNpxFolders = 200;

/** The newest file of the server's package; null where there is none, or its config names a place of its own. */
export async function findData(config: ServerConfig, places: DataPlaces): Promise<FoundData | null> {
  const known = knownOf(config);
  if (!known || config.kind !== 'stdio') return null;
  if (known.variable === null ? config.cwd !== undefined : known.variable in config.env) return null;
  const folders = await foldersOf(known, config, places);
  const files = [...new Set(folders)].flatMap(folder => known.files.map(name => join(folder, name)));
  const found = (await Promise.all(files.map(file => look(known, file)))).filter(one => one !== null);
  return found.toSorted((a, b) => b.modifiedAt - a.modifiedAt)[0] ?? null;
}

export function knownOf(config: ServerConfig): KnownData | null {
  if (config.kind !== 'stdio') return null;
  const name = packageIn(config)?.name;
  return knownData.find(known => known.package === name || scriptOf(known, config) !== null) ?? null;
}

/** The file of the package that the command names, as in `node …/node_modules/PACKAGE/dist/index.js`. */
function scriptOf({ package: name }: KnownData, { command, args }: CommandConfig): string | null {
  return [command, ...args].find(arg => arg.replaceAll('\\', '/').includes(`/node_modules/${name}/`)) ?? null;
}

async function foldersOf(known: KnownData, config: CommandConfig, places: DataPlaces): Promise<string[]> {
  const { starts, userHome } = places;
  const { lies } = known;
  if (lies.below === 'start') return [...starts, userHome];
  const npx = join(userHome, '.npm', '_npx');
  const names = (await readdir(npx).catch((): string[] => [])).slice(0, maxNpxFolders);
  const script = scriptOf(known, config);
  return [
    ...(script === null ? [] : [dirname(script)]),
    ...[...starts, userHome, ...names.map(name => join(npx, name))].map(folder =>
      join(folder, 'node_modules', known.package, lies.folder),
    ),
  ];
}

/** A link may lead anywhere, so it is no data of the package's. */
async function look(known: KnownData, file: string): Promise<FoundData | null> {
  const stats = await lstat(file).catch(() => null);
  if (!stats?.isFile() || stats.size === 0) return null;
  return { known, file, bytes: stats.size, modifiedAt: stats.mtimeMs };
}
