// The folder in which each Claude host keeps a socket named by its pid: made private, freed of what died in it.
import { chmod, lstat, mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hubError } from '../../words/hub-error.ts';
import { hasCode, removeDead } from './well-known-socket.ts';

/**
 * Makes `dir` (0700, ours, no link) as the real host does (seed 2.2): a dead socket file of old versions in its place goes, and so do
 * sockets of dead pids; names that are no number stay. Rejects with EndpointHeldError when an old host answers in its place.
 */
export async function openSocketFolder(dir: string): Promise<void> {
  const found = await lstat(dir).catch(() => null);
  if (found?.isSocket()) await removeDead(dir);
  // Beneath a temporary root of tests the parents are missing; /tmp itself is always there.
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  const stats = await lstat(dir);
  if (stats.isSymbolicLink()) throw hubError('ERR_INTERNAL', { kind: 'place-is-link', path: dir });
  if (!stats.isDirectory()) throw hubError('ERR_INTERNAL', { kind: 'place-no-folder', path: dir });
  if (stats.uid !== process.getuid?.())
    throw hubError('ERR_INTERNAL', { kind: 'place-of-other', path: dir, uid: stats.uid });
  // Real clients refuse every other mode than exactly this.
  if ((stats.mode & 0o777) !== 0o700) await chmod(dir, 0o700);
  for (const name of await readdir(dir)) await removeIfDead(dir, name);
}

/** Leaves the folder when it is empty. */
export async function closeSocketFolder(dir: string): Promise<void> {
  await rmdir(dir).catch(() => {});
}

/** Makes room for a socket file where an empty folder of sockets is. Rejects with a sentence where it is not empty. */
export async function giveUpSocketFolder(dir: string): Promise<void> {
  const found = await lstat(dir).catch(() => null);
  if (!found?.isDirectory()) return;
  if (found.uid === process.getuid?.()) for (const name of await readdir(dir)) await removeIfDead(dir, name);
  await rmdir(dir).catch(() => {
    throw hubError('ERR_INTERNAL', { kind: 'place-is-folder', path: dir });
  });
}

async function removeIfDead(dir: string, name: string): Promise<void> {
  const pid = /^(\d+)\.sock$/.exec(name)?.[1];
  if (pid === undefined || isAlive(Number(pid))) return;
  // One that answers although its pid is dead belongs to another container; it stays, and so does what is no socket of ours.
  await removeDead(join(dir, name)).catch(() => {});
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}
