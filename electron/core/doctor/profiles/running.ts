// Whether the browser of one profile runs: by the file with which it keeps a second one from its data, and by the list of processes.
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import { isAlive, startedAt } from '../processes.ts';
import type { BrowserLocation } from '../../../../native-host/manifests/locations/location.ts';
import type { Running } from './profile.ts';

export interface RunningAsk {
  readonly os: NodeJS.Platform;
  readonly location: Pick<BrowserLocation, 'family' | 'packaging'>;
  /** Chromium's data folder, or the profile of Firefox. */
  readonly folder: string;
  /** Processes of this browser, whichever profile they have open; null where the system does not tell. */
  readonly pids: readonly number[] | null;
  /** Whether its data hold no other profile, so that whatever runs has this one open. */
  readonly isOnly: boolean;
}

type Lock =
  | { readonly kind: 'held'; readonly pid: number; readonly since: number }
  /** On Windows it is there for exactly as long as Chromium runs, and names no process. */
  | { readonly kind: 'file' }
  | { readonly kind: 'none' | 'unknown' };

/** One that is left over by a browser that was killed is told by its process, which has ended or is a later one of another program. */
export async function runningOf(ask: RunningAsk): Promise<Running> {
  const { os, location, pids, isOnly } = ask;
  const lock = await lockOf(ask);
  const [first = null] = pids ?? [];
  switch (lock.kind) {
    case 'held': {
      const { pid } = lock;
      if (pids?.includes(pid) || (isAlive(pid) && !(await isLater(lock)))) return { kind: 'running', pid };
      // Within a sandbox a process has another number.
      const isSandboxed = location.packaging === 'snap' || location.packaging === 'flatpak';
      return isSandboxed && first !== null ? { kind: 'running', pid: first } : { kind: 'closed' };
    }
    case 'file':
      return { kind: 'running', pid: first };
    case 'unknown':
      return first === null ? { kind: 'unknown' } : { kind: 'running', pid: first };
    case 'none': {
      // Firefox makes such a link on Linux alone.
      if (location.family === 'chromium' || os === 'linux' || pids?.length === 0) return { kind: 'closed' };
      return isOnly && first !== null ? { kind: 'running', pid: first } : { kind: 'unknown' };
    }
  }
}

/** Chromium's `SingletonLock` is a link to `host-pid`, Firefox's `lock` one to `address:+pid`. */
async function lockOf({ os, location: { family }, folder }: RunningAsk): Promise<Lock> {
  const isWindows = os === 'win32';
  const name = family === 'firefox' ? 'lock' : isWindows ? 'lockfile' : 'SingletonLock';
  try {
    const { mtimeMs } = await lstat(join(folder, name));
    if (isWindows) return { kind: 'file' };
    const pid = Number(/[-+](\d+)$/.exec(await readlink(join(folder, name)))?.[1]);
    return Number.isInteger(pid) && pid > 0 ? { kind: 'held', pid, since: mtimeMs } : { kind: 'unknown' };
  } catch (error) {
    return { kind: ['ENOENT', 'ENOTDIR'].includes(codeOf(error)) ? 'none' : 'unknown' };
  }
}

/** The system tells the start of a process to a few hundredths of a second, counted from a full second. */
const sameStartMs = 2_000;

/** A browser is older than the lock that it made. */
async function isLater({ pid, since }: Lock & { kind: 'held' }): Promise<boolean> {
  const started = await startedAt(pid);
  return started !== null && started > since + sameStartMs;
}
