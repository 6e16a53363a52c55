// The mark that every child carries in its environment and hands on to whatever it starts, and how it is read from processes that are found later.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { childNonceVariable } from '../../../../contract/names.ts';
import { procStats } from '../../../../native-host/endpoints/proc-stats.ts';
import { parseStat, run } from './process-table.ts';
import { usersApps } from './users-browser.ts';

const nonceForm = /^[0-9a-f]{32}$/;

/** A process that carries a mark. `started` as in a `ProcessRow`, so that another one with its pid is told apart. */
export interface MarkedProcess {
  readonly pid: number;
  readonly started: string;
  readonly nonce: string;
  /** Its process group. */
  readonly group?: number;
}

/** The nonce of a process, or null when it has none or is not ours to read. Always null on Windows, which does not tell. */
export async function nonceOf(pid: number, os: NodeJS.Platform): Promise<string | null> {
  if (os === 'win32') return null;
  try {
    if (os === 'linux') return findNonce((await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0'));
    // `-E` shows the environment behind the command, and only of one's own processes.
    return findNonce((await run('/bin/ps', ['-E', '-ww', '-o', 'command=', '-p', String(pid)])).split(/\s+/));
  } catch {
    return null;
  }
}

/** Every process that carries a mark, wherever it has gone. None on Windows. Rejects when the platform does not tell. */
export async function markedProcesses(os: NodeJS.Platform): Promise<MarkedProcess[]> {
  if (os === 'win32') return [];
  if (os === 'linux') return procStats().flatMap(({ line }) => markedAt(line));
  return parseMarkedPs(await run('/bin/ps', ['-E', '-ww', '-ax', '-o', 'pid=,ppid=,pgid=,lstart=,command=']));
}

/** The output of `ps -E -ww -axo pid=,ppid=,pgid=,lstart=,command=` (macOS), where the environment stands behind the command. */
export function parseMarkedPs(text: string): MarkedProcess[] {
  const marked = text.split('\n').flatMap(line => {
    const [, pid, parent, group, started, command] = psLine.exec(line) ?? [];
    const nonce = findNonce(command?.split(/\s+/) ?? []);
    return pid && started && command && nonce !== null
      ? [{ pid: Number(pid), parent: Number(parent), group: Number(group), started, nonce, command }]
      : [];
  });
  const users = usersApps(marked);
  return marked
    .filter(({ pid }) => !users.has(pid))
    .map(({ pid, group, started, nonce }) => ({ pid, started, nonce, group }));
}

/** "Sat Nov 28 10:16:48 2026" are five words. */
const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/;

function markedAt(stat: string): MarkedProcess[] {
  const row = parseStat(stat);
  if (!row) return [];
  try {
    const nonce = findNonce(readFileSync(`/proc/${row.pid}/environ`, 'utf8').split('\0'));
    return nonce === null ? [] : [{ pid: row.pid, started: row.started, nonce, group: row.group }];
  } catch {
    // It has ended, or is somebody else's.
    return [];
  }
}

function findNonce(variables: readonly string[]): string | null {
  const value = variables.findLast(variable => variable.startsWith(`${childNonceVariable}=`))?.split('=')[1];
  return value !== undefined && nonceForm.test(value) ? value : null;
}
