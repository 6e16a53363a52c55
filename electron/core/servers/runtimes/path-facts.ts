// What the search for programs may know of a machine: its variables and a look at its files. Tests tell of machines that are not there.
import { readdir, readFile, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { isExecutable } from '../../../../native-host/manifests/files.ts';
import type { Reason } from '../../../../contract/reasons.ts';

export interface FolderLook {
  /** Names in a folder; none when it cannot be read. */
  list(folder: string): Promise<readonly string[]>;
  /** Null when it cannot be read. */
  read(file: string): Promise<string | null>;
  isFolder(path: string): Promise<boolean>;
  /** A file that this user may run. */
  isProgram(path: string): Promise<boolean>;
}

export interface PathFacts {
  readonly os: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders of Pilothouse itself, whose programs are not for servers. */
  readonly ownFolders?: readonly string[];
  readonly look: FolderLook;
}

/** A folder of the PATH and why it is there. */
export interface PathFolder {
  readonly folder: string;
  readonly why: Reason;
}

export const nodeLook: FolderLook = {
  list: folder => readdir(folder).catch(() => []),
  read: file => readFile(file, 'utf8').catch(() => null),
  isFolder: path =>
    stat(path).then(
      found => found.isDirectory(),
      () => false,
    ),
  isProgram: isExecutable,
};

/** The path functions of the machine that is told of, not of the one that this runs on. */
export function pathsOf(os: NodeJS.Platform): typeof posix {
  return os === 'win32' ? win32 : posix;
}

/** The value of a variable, whose name has no case on Windows. */
export function variableOf({ os, env }: Pick<PathFacts, 'os' | 'env'>, name: string): string | undefined {
  if (os !== 'win32') return env[name] || undefined;
  return Object.entries(env).find(([key, value]) => key.toUpperCase() === name.toUpperCase() && value)?.[1];
}

/** Its absolute folders. Others would make a program of the working folder be run. */
export function splitPath(os: NodeJS.Platform, path: string): string[] {
  const { delimiter, isAbsolute } = pathsOf(os);
  const folders = path.split(delimiter).map(folder => (os === 'win32' ? folder.replace(/^"(.*)"$/, '$1') : folder));
  return folders.filter(folder => isAbsolute(folder));
}
