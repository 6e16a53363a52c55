// The PATH of servers: which folders, in which order, and where each of them comes from.
import { knownFolders } from './known-folders.ts';
import { splitPath } from './path-facts.ts';
import { pathOfStart } from './started-from.ts';
import { versionManagerFolders } from './version-managers.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { PathFacts, PathFolder } from './path-facts.ts';

/** What has told its PATH, where it did. */
export interface ToldPaths {
  /** The login shell: its name and its PATH. */
  readonly shell: {
    readonly program: string;
    readonly path: string;
    /** Of what it exports what servers get. */
    readonly variables?: Readonly<Record<string, string>>;
  } | null;
  /** The PATH of new programs on Windows: of the user and of the machine. */
  readonly registry: string | null;
}

/** Whether a terminal started us, directly or through what runs in it. A desktop hands out a short PATH. */
export function isFromTerminal({ env }: Pick<PathFacts, 'env'>): boolean {
  return Boolean(env['TERM']) && env['TERM'] !== 'dumb';
}

/**
 * Every folder once, at its first place: what the login shell tells, version managers and the places of installers as far as
 * they are there, and last the PATH of whoever started the hub, which may be a program in the folder of somebody else. Where
 * no shell tells, the PATH of a terminal comes first.
 */
export async function planPath(facts: PathFacts, { shell, registry }: ToldPaths): Promise<PathFolder[]> {
  const { os } = facts;
  const told = (path: string | null | undefined, why: Reason) =>
    splitPath(os, path ?? '').map(folder => ({ folder, why }));
  const own = pathOfStart(facts).map(folder => ({ folder, why: { kind: 'path-of-start' } as const }));
  const ofShell = told(shell?.path, { kind: 'path-of-shell', shell: shell?.program ?? '' });
  const ofRegistry = told(registry, { kind: 'path-in-registry' });
  const [managers, known] = await Promise.all([versionManagerFolders(facts), knownFolders(facts)]);
  const installed = [...managers, ...known];
  if (ofShell.length + ofRegistry.length > 0) return once(os, [...ofShell, ...ofRegistry, ...installed, ...own]);
  if (os === 'win32' || isFromTerminal(facts)) return once(os, [...own, ...installed]);
  // Without a shell that tells, what managers and installers have put there is newer than what the system brought.
  return once(os, [...managers, ...known.filter(isOfUser), ...own, ...known]);
}

function isOfUser({ why }: PathFolder): boolean {
  return why.kind !== 'folder-of-system';
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
