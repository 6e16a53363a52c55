// What whoever started the hub has put on its PATH for that start, and what is the hub's own: neither is meant for servers.
import { pathsOf, splitPath, variableOf } from './path-facts.ts';
import type { PathFacts } from './path-facts.ts';

/** Folders that npm, pnpm, Yarn and Bun put before the PATH of what they run; they hold programs of the project or stand-ins for Node. */
const ofLaunchers = /^(?:node_modules|node-gyp-bin|yarn--.+|xfs-[0-9a-f]+|bun-node.*)$/i;

/** The absolute folders of the hub's own PATH, without those. */
export function pathOfStart(facts: PathFacts): string[] {
  return usersOwn(facts, variableOf(facts, 'PATH') ?? '');
}

/** The hub's variables without what an AppImage and those launchers have put into their lists of folders. */
export function variablesOfStart(facts: PathFacts): Record<string, string | undefined> {
  const { env, os } = facts;
  const { delimiter } = pathsOf(os);
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) =>
      isList(name, os) && value !== undefined ? [name, usersOwn(facts, value).join(delimiter)] : [name, value],
    ),
  );
}

function isList(name: string, os: NodeJS.Platform): boolean {
  if (name === 'XDG_DATA_DIRS' || name === 'XDG_CONFIG_DIRS') return true;
  return os === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH';
}

function usersOwn(facts: PathFacts, list: string): string[] {
  const { os, ownFolders = [] } = facts;
  const own = [...ownFolders, variableOf(facts, 'APPDIR') ?? '', variableOf(facts, 'BERRY_BIN_FOLDER') ?? ''];
  return splitPath(os, list).filter(
    folder =>
      !folder.split(/[\\/]/).some(part => ofLaunchers.test(part)) && !own.some(ours => isWithin(folder, ours, os)),
  );
}

function isWithin(folder: string, outer: string, os: NodeJS.Platform): boolean {
  const { relative, isAbsolute } = pathsOf(os);
  if (outer === '' || !isAbsolute(outer)) return false;
  const way = relative(outer, folder);
  return !isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way);
}
