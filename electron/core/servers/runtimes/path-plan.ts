// The PATH of servers: which folders, in which order, and whence each of them.
import { knownFolders } from './known-folders.ts';
import { splitPath, variableOf } from './path-facts.ts';
import { versionManagerFolders } from './version-managers.ts';
import type { PathFacts, PathFolder } from './path-facts.ts';

/** What has told its PATH, where it did. */
export interface ToldPaths {
  /** The login shell: its name and its PATH. */
  readonly shell: { readonly program: string; readonly path: string } | null;
  /** The PATH of new programs on Windows: of the user and of the machine. */
  readonly registry: string | null;
}

/** Whether a terminal started us, whose PATH is the one that the user sees there. A desktop hands out a short one. */
export function isFromTerminal({ env }: Pick<PathFacts, 'env'>): boolean {
  return Boolean(env['TERM']) && env['TERM'] !== 'dumb';
}

/**
 * Every folder once, at its first place. Of a start from the desktop the login shell comes first, of one from a terminal
 * the terminal's PATH; then version managers and the places of installers, as far as they are there.
 */
export async function planPath(facts: PathFacts, { shell, registry }: ToldPaths): Promise<PathFolder[]> {
  const { os } = facts;
  const told = (path: string | null | undefined, why: string) =>
    splitPath(os, path ?? '').map(folder => ({ folder, why }));
  const own = told(variableOf(facts, 'PATH'), 'the PATH that Pilothouse was started with');
  const ofShell = told(shell?.path, `the PATH of your login shell (${shell?.program})`);
  const ofRegistry = told(registry, 'the PATH in the Windows registry');
  const [managers, known] = await Promise.all([versionManagerFolders(facts), knownFolders(facts)]);
  const first = isFromTerminal(facts) || os === 'win32' ? [...own, ...ofShell] : [...ofShell, ...own];
  // Without a shell that tells, what managers and installers have put there is newer than what the system brought.
  const isBare = os !== 'win32' && !shell && !isFromTerminal(facts);
  const rest = [...ofRegistry, ...managers, ...known];
  const all = isBare ? [...managers, ...known.filter(isOfUser), ...first, ...known] : [...first, ...rest];
  return once(os, all);
}

function isOfUser({ why }: PathFolder): boolean {
  return why !== 'the system';
}

function once(os: NodeJS.Platform, folders: readonly PathFolder[]): PathFolder[] {
  const seen = new Set<string>();
  return folders.filter(({ folder }) => {
    const bare = folder.replace(/(?<=[^:\\/])[\\/]+$/, '');
    const key = os === 'win32' ? bare.toLowerCase() : bare;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
