// The processes of one way to a browser, and what they hold in memory. Linux tells of both in /proc; elsewhere there is nothing to read.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process and all below it, but for those of the browser. */
export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of allProcesses()) {
    const parent = Number(/\) \S (\d+)/.exec(textOf(pid, 'stat'))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root).filter(pid => !isBrowser(pid));
}

/** The processes that were started in this home, but for those of the browser. */
export function processesIn(home: string): number[] {
  const started = allProcesses().filter(pid => textOf(pid, 'environ').split('\0').includes(`HOME=${home}`));
  return started.filter(pid => !isBrowser(pid));
}

/**
 * What the processes hold together, in bytes: the memory that each has for itself, and once the largest part of a program's file that one
 * of them has loaded, because processes of the same program share it.
 */
export function memoryOf(pids: readonly number[]): number {
  const own = pids.reduce((sum, pid) => sum + statusBytes(pid, 'RssAnon') + statusBytes(pid, 'RssShmem'), 0);
  return own + Math.max(0, ...pids.map(pid => statusBytes(pid, 'RssFile')));
}

function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);
}

/** By its program: the way's own processes are Node's, whatever their arguments name. */
function isBrowser(pid: number): boolean {
  try {
    return /chrom/.test(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return true;
  }
}

function statusBytes(pid: number, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(textOf(pid, 'status'))?.[1] ?? 0) * 1024;
}

function textOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
