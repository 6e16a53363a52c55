// Where spec 000's real programs look for their host: the rules of their own path resolution. Pure but for the look at the folders.
import { posix, win32 } from 'node:path';

export interface ClaudezillaSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly tempDir: string;
  /** Undefined on Windows. */
  readonly uid: number | undefined;
  /** Stands before every path; `/` outside of tests. Pipes have no root. */
  readonly root: string;
  readonly exists: (folder: string) => boolean;
}

export interface ClaudezillaPlace {
  readonly folder: string;
  /** Whether the folder is the program's own: made with mode 0700 when it is missing. */
  readonly own: boolean;
  /** A socket path, or a pipe name. */
  readonly socket: string;
  readonly token: string;
}

/**
 * Every place where a program of this user may look: it takes `$XDG_RUNTIME_DIR` where that is safe and there, else
 * `~/.claudezilla`, else the folder for temporary files. A browser from a menu and an agent from a shell need not have the same
 * variable, so the runtime folder and the one at home are both served. First the one that this process would take itself.
 */
export function claudezillaPlaces(surroundings: ClaudezillaSurroundings): ClaudezillaPlace[] {
  const { platform, env, homeDir, tempDir, uid, root, exists } = surroundings;
  if (platform === 'win32') return [windowsPlace(env, homeDir)];
  const usual = platform === 'linux' && uid !== undefined ? `/run/user/${uid}` : '';
  const runtimes = [env.XDG_RUNTIME_DIR ?? '', usual]
    .filter(isSafe)
    .map(folder => below(root, folder))
    .filter(exists);
  const last = homeDir
    ? placeAt(below(root, posix.join(homeDir, '.claudezilla')), true)
    : placeAt(below(root, tempDir), false);
  const places = [...runtimes.map(folder => placeAt(folder, false)), last];
  return places.filter(({ folder }, index) => places.findIndex(other => other.folder === folder) === index);
}

function windowsPlace(env: ClaudezillaSurroundings['env'], homeDir: string): ClaudezillaPlace {
  const folder = win32.join(env.LOCALAPPDATA ?? win32.join(homeDir, 'AppData', 'Local'), 'claudezilla');
  return { folder, own: true, socket: '\\\\.\\pipe\\claudezilla', token: win32.join(folder, 'auth.token') };
}

/** As the real programs judge the variable. */
function isSafe(folder: string): boolean {
  return folder !== '' && !folder.includes('\0') && !folder.includes('..');
}

function placeAt(folder: string, own: boolean): ClaudezillaPlace {
  const place = posix.normalize(folder).replace(/(?<=.)\/$/, '');
  return {
    folder: place,
    own,
    socket: posix.join(place, 'claudezilla.sock'),
    token: posix.join(place, 'claudezilla-auth.token'),
  };
}

function below(root: string, path: string): string {
  return path === root || path.startsWith(posix.join(root, '/')) ? path : posix.join(root, path);
}
