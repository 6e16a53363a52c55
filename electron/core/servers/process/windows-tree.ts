// Who was started by a child on Windows, which has no process groups: a process keeps the id of its parent there, also when that is gone. Pure.
import type { ProcessRow } from './process-table.ts';

const ticksPerMs = 10_000n;
/** From the year 1, from which Windows counts, to 1970. */
const ticksTo1970 = 621_355_968_000_000_000n;

/** When a process was there, in ms since the epoch; `until` is null while it is. */
export interface Lifetime {
  readonly since: number;
  readonly until: number | null;
}

/**
 * Those that descend from `root`. An id is given out again once its process is gone: who is older than its parent, or younger than
 * the end of `root`, is none of its children. Who comes after a link that is gone cannot be told.
 */
export function bornOf(rows: readonly ProcessRow[], root: number, { since, until }: Lifetime): ProcessRow[] {
  const found: ProcessRow[] = [];
  const queue = [{ pid: root, born: ticksAt(since) }];
  const end = until === null ? null : ticksAt(until + 1);
  for (let parent = queue.pop(); parent !== undefined; parent = queue.pop()) {
    const { pid, born } = parent;
    for (const row of rows) {
      const at = ticksOf(row);
      if (row.parent !== pid || row.pid === root || at === null || at < born || found.includes(row)) continue;
      if (pid === root && end !== null && at > end) continue;
      found.push(row);
      queue.push({ pid: row.pid, born: at });
    }
  }
  return found;
}

function ticksAt(ms: number): bigint {
  return BigInt(Math.floor(ms)) * ticksPerMs + ticksTo1970;
}

function ticksOf({ started }: ProcessRow): bigint | null {
  return /^\d{1,20}$/.test(started) ? BigInt(started) : null;
}
