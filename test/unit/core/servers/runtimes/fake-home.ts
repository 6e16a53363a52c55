// Machines that are told of: a tree of paths in place of a disk, for every family of operating systems.
import { posix, win32 } from 'node:path';
import type { PathFacts } from '../../../../../electron/core/servers/runtimes/path-facts.ts';

export interface FakeHome {
  readonly os: NodeJS.Platform;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Programs by their paths. */
  readonly programs: readonly string[];
  /** Files that are read, with their text. */
  readonly files?: Readonly<Record<string, string>>;
}

export function factsOf({ os, home, env = {}, programs, files = {} }: FakeHome): PathFacts {
  const path = os === 'win32' ? win32 : posix;
  const key = (text: string) => (os === 'win32' ? text.toLowerCase() : text);
  const all = [...programs, ...Object.keys(files)];
  const below = (folder: string) =>
    all.filter(file => key(file).startsWith(key(folder) + path.sep)).map(file => file.slice(folder.length + 1));
  return {
    os,
    home,
    env,
    look: {
      list: async folder => [...new Set(below(folder).map(rest => rest.split(path.sep)[0] ?? ''))],
      read: async file => files[file] ?? null,
      isFolder: async folder => below(folder).length > 0,
      isProgram: async file => programs.some(program => key(program) === key(file)),
    },
  };
}
