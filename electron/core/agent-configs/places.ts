// Where a row's places are on this machine: markers become folders, a variable that is set decides, and what exists is found.
import { access, readdir, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { Machine } from '../../../native-host/manifests/machine.ts';
import type { PlacePattern, Places } from './agent-app.ts';

export type AgentMachine = Pick<Machine, 'platform' | 'homeDir' | 'env' | 'userName' | 'uid'>;

/** Absolute paths in the order of the row; `project` stands for `{project}`. A `*` may still be in one. */
export function placesOf(places: Places, machine: AgentMachine, project: string | null): string[] {
  const patterns = placePatterns(places, machine.platform);
  const found: string[] = [];
  for (const pattern of patterns) {
    const path = resolved(pattern, machine, project);
    if (path === null) continue;
    found.push(path);
    // Where its variable is set, the program looks nowhere else.
    if (pattern.startsWith('{env:')) break;
  }
  return found;
}

function placePatterns(places: Places, platform: NodeJS.Platform): readonly PlacePattern[] {
  if (Array.isArray(places)) return places;
  const byOs = places as Exclude<Places, readonly PlacePattern[]>;
  return platform === 'win32' ? byOs.win32 : platform === 'darwin' ? byOs.darwin : byOs.linux;
}

/** Null where its marker stands for nothing here. */
function resolved(pattern: PlacePattern, machine: AgentMachine, project: string | null): string | null {
  const { join } = machine.platform === 'win32' ? win32 : posix;
  const [, marker = '', rest = ''] = /^\{([^}]+)\}\/?(.*)$/.exec(pattern) ?? [];
  const folder = folderOf(marker, machine, project);
  return folder === null ? null : join(folder, ...rest.split('/'));
}

function folderOf(marker: string, { platform, homeDir, env }: AgentMachine, project: string | null): string | null {
  const { join } = platform === 'win32' ? win32 : posix;
  const xdg = env['XDG_CONFIG_HOME'] || join(homeDir, '.config');
  const appData = env['APPDATA'] || join(homeDir, 'AppData', 'Roaming');
  const support = join(homeDir, 'Library', 'Application Support');
  if (marker.startsWith('env:')) return env[marker.slice(4)] || null;
  switch (marker) {
    case 'home':
      return homeDir;
    case 'xdg':
      return xdg;
    case 'support':
      return support;
    case 'appData':
      return appData;
    case 'localAppData':
      return env['LOCALAPPDATA'] || join(homeDir, 'AppData', 'Local');
    case 'config':
      return platform === 'win32' ? appData : platform === 'darwin' ? support : xdg;
    case 'project':
      return project;
    default:
      throw new Error(`The table of agents uses the unknown marker {${marker}}; add it to folderOf.`);
  }
}

/** The first that exists, else the first without a `*`; null where there is none. */
export async function chosenPlace(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const [found] = await expanded(path);
    if (found !== undefined && (await isThere(found))) return found;
  }
  return paths.find(path => !path.includes('*')) ?? null;
}

export async function anyExists(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) for (const found of await expanded(path)) if (await isThere(found)) return true;
  return false;
}

/** Whether a program of one of these names lies in the PATH. */
export async function inPath(names: readonly string[], { platform, env }: AgentMachine): Promise<boolean> {
  const isWindows = platform === 'win32';
  const { join, delimiter } = isWindows ? win32 : posix;
  const endings = isWindows ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(folder => folder !== '');
  for (const folder of folders)
    for (const name of names) for (const ending of endings) if (await isFile(join(folder, name + ending))) return true;
  return false;
}

async function expanded(path: string): Promise<string[]> {
  const star = path.indexOf('*');
  if (star < 0) return [path];
  const cut = Math.max(path.lastIndexOf('/', star), path.lastIndexOf('\\', star)) + 1;
  const [folder, start] = [path.slice(0, cut), path.slice(cut, star)];
  const rest = path.slice(star + 1);
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .filter(name => name.startsWith(start))
    .toSorted()
    .map(name => folder + name + rest);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EACCES',
  );
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false,
  );
}
