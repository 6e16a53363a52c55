// Where a program of the operating system lies that Pilothouse starts by itself, before anybody has approved anything: not where a
// project or an agent's folder says. `npm start` puts the project's own programs first in the PATH, and a folder may add more.
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

export interface SystemPlace {
  readonly os: NodeJS.Platform;
  readonly env: Env;
  /** Looked in before the PATH; those of the system by default. */
  readonly folders?: readonly string[] | undefined;
}

/** NixOS has its programs in the last one. */
const unixFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'];

/** Its absolute path, or null where there is none. On Windows `name` goes without `.exe`, and only System32 is looked in. */
export function systemProgram(name: string, place: SystemPlace): string | null {
  const { join } = place.os === 'win32' ? win32 : posix;
  const file = place.os === 'win32' ? `${name}.exe` : name;
  return (
    systemPath(place)
      .map(folder => join(folder, file))
      .find(isProgram) ?? null
  );
}

/** The environment for such a program, which looks for others on its PATH. */
export function systemEnv(place: SystemPlace): Record<string, string | undefined> {
  return place.os === 'win32' ? { ...place.env } : { ...place.env, PATH: systemPath(place).join(':') };
}

function systemPath({ os, env, folders }: SystemPlace): string[] {
  if (os === 'win32') return [...(folders ?? [win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32')])];
  const named = (env['PATH'] ?? '').split(':').filter(folder => posix.isAbsolute(folder) && !isOfAProject(folder));
  return [...new Set([...(folders ?? unixFolders), ...named])];
}

/** Packages put their programs there, wherever the project lies. */
function isOfAProject(folder: string): boolean {
  return folder.split('/').includes('node_modules');
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
