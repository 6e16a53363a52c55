// A process group of POSIX as one thing to signal and to look for: without the user's browser, where that was opened in it.
import { procStats } from '../../../../native-host/endpoints/proc-stats.ts';
import { parseStat } from './process-table.ts';
import { ofUsersBrowser } from './users-browser.ts';

/** Whether a process that is to end is in it. */
export function isGroupAlive(group: number, os: NodeJS.Platform): boolean {
  if (!send(-group, 0)) return false;
  const { users, others } = membersOf(group, os);
  return users.length === 0 || others.length > 0;
}

export function signalGroup(group: number, name: 'SIGTERM' | 'SIGKILL', os: NodeJS.Platform): void {
  const { users, others } = membersOf(group, os);
  // As one thing nothing is missed that is just being forked.
  if (users.length === 0) send(-group, name);
  else for (const pid of others) send(pid, name);
}

export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // ESRCH: it is gone, or the group is empty. EPERM (macOS) means that only zombies are left in it.
    return false;
  }
}

interface Members {
  readonly users: readonly number[];
  readonly others: readonly number[];
}

/** Linux alone: on macOS what a server opens is started by the system, in no group of the server's. */
function membersOf(group: number, os: NodeJS.Platform): Members {
  const pids = os === 'linux' ? pidsIn(group) : [];
  const users = pids.filter(pid => ofUsersBrowser(pid));
  return { users, others: pids.filter(pid => !users.includes(pid)) };
}

function pidsIn(group: number): number[] {
  try {
    return procStats()
      .flatMap(({ line }) => parseStat(line) ?? [])
      .filter(row => row.group === group)
      .map(({ pid }) => pid);
  } catch {
    return [];
  }
}
