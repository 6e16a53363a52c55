// Where spec 000's real programs look for their host: the rules of their own path resolution. Pure but for the look at the folder.
import { posix, win32 } from 'node:path';

export interface ClaudezillaSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly tempDir: string;
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

/** `$XDG_RUNTIME_DIR` where it is safe and there, else `~/.claudezilla`, else the folder for temporary files. */
export function claudezillaPlace(surroundings: ClaudezillaSurroundings): ClaudezillaPlace {
  const { platform, env, homeDir, tempDir, root, exists } = surroundings;
  if (platform === 'win32') {
    const folder = win32.join(env.LOCALAPPDATA ?? win32.join(homeDir, 'AppData', 'Local'), 'claudezilla');
    const socket = '\\\\.\\pipe\\claudezilla';
    return { folder, own: true, socket, token: win32.join(folder, 'auth.token') };
  }
  const at = (folder: string, own: boolean): ClaudezillaPlace => {
    const place = below(root, folder);
    const [socket, token] = ['claudezilla.sock', 'claudezilla-auth.token'].map(name => posix.join(place, name));
    return { folder: place, own, socket: socket ?? '', token: token ?? '' };
  };
  const runtime = env.XDG_RUNTIME_DIR;
  if (runtime && !runtime.includes('\0') && !runtime.includes('..') && exists(below(root, runtime)))
    return at(runtime, false);
  return homeDir ? at(posix.join(homeDir, '.claudezilla'), true) : at(tempDir, false);
}

function below(root: string, path: string): string {
  return path === root || path.startsWith(posix.join(root, '/')) ? path : posix.join(root, path);
}
