// Whether a process lives, and when it started: a number alone may have been given to another program since.
import { readFile } from 'node:fs/promises';

/** True for one of another account too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** USER_HZ, which Linux fixes at 100 for what it tells programs. */
const ticksPerSecond = 100;

/** Milliseconds since the epoch; null where the system does not tell. Linux only. */
export async function startedAt(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const bootedAt = /^btime (\d+)$/m.exec(await readFile('/proc/stat', 'latin1'))?.[1];
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    if (bootedAt === undefined || ticks === undefined) return null;
    return Number(bootedAt) * 1_000 + (Number(ticks) / ticksPerSecond) * 1_000;
  } catch {
    return null;
  }
}
