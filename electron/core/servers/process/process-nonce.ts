// The mark that every child carries in its environment and hands on to whatever it starts, and how it is read from processes that are found later.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { childNonceVariable } from '../../../../contract/names.ts';
import { procStats } from '../../../../native-host/endpoints/proc-stats.ts';
import { parseStat, run } from './process-table.ts';

const nonceForm = /^[0-9a-f]{32}$/;

/** A process that carries a mark. `started` as in a `ProcessRow`, so that another one with its pid is told apart. */
export interface MarkedProcess {
  readonly pid: number;
  readonly started: string;
  readonly nonce: string;
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
  return parseMarkedPs(await run('/bin/ps', ['-E', '-ww', '-ax', '-o', 'pid=,lstart=,command=']));
}

/** The output of `ps -E -ww -axo pid=,lstart=,command=` (macOS), where the environment stands behind the command. */
export function parseMarkedPs(text: string): MarkedProcess[] {
  return text.split('\n').flatMap(line => {
    const [pid, ...rest] = line.trim().split(/\s+/);
    const nonce = findNonce(rest);
    // "Sat Nov 28 10:16:48 2026" are five words.
    return pid && nonce !== null ? [{ pid: Number(pid), started: rest.slice(0, 5).join(' '), nonce }] : [];
  });
}

function markedAt(stat: string): MarkedProcess[] {
  const row = parseStat(stat);
  if (!row) return [];
  try {
    const nonce = findNonce(readFileSync(`/proc/${row.pid}/environ`, 'utf8').split('\0'));
    return nonce === null ? [] : [{ pid: row.pid, started: row.started, nonce }];
  } catch {
    // It has ended, or is somebody else's.
    return [];
  }
}

function findNonce(variables: readonly string[]): string | null {
  const value = variables.findLast(variable => variable.startsWith(`${childNonceVariable}=`))?.split('=')[1];
  return value !== undefined && nonceForm.test(value) ? value : null;
}
