// The processes of Linux by their lines in /proc, read at one go: the kernel answers from memory, and to ask for each file through
// a thread takes ten times as long.
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcStat {
  readonly pid: string;
  /** Of /proc/PID/stat, see proc(5). */
  readonly line: string;
  /** As the process calls itself, which may hold anything. */
  readonly name: string;
  /** What follows the name: field n of proc(5) is `fields[n - 3]`. */
  readonly fields: readonly string[];
}

/** PF_KTHREAD among the flags: a thread of the kernel's, which is no program. */
const isKernels = 0x0020_0000;

/** Of all processes but the kernel's own. Throws where there is no /proc. */
export function procStats(): ProcStat[] {
  return readdirSync('/proc').flatMap(pid => {
    const stat = /^\d+$/.test(pid) ? statOf(pid) : null;
    return stat === null || (Number(stat.fields[9 - 3]) & isKernels) !== 0 ? [] : [stat];
  });
}

/** Null for one that has ended. */
function statOf(pid: string): ProcStat | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses, so what follows the last one counts.
    const end = line.lastIndexOf(')');
    return { pid, line, name: line.slice(line.indexOf('(') + 1, end), fields: line.slice(end + 2).split(' ') };
  } catch {
    return null;
  }
}
