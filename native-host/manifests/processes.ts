// The processes that run now, with what they were started with: of /proc on Linux, of `ps` on macOS, of PowerShell on Windows.
import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { procStats } from '../endpoints/proc-stats.ts';
import { systemProgram } from '../endpoints/system-program.ts';
import type { ProcStat } from '../endpoints/proc-stats.ts';

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Its program; null where the system does not tell this user. */
  readonly program: string | null;
  /** Without the program itself. On macOS and Windows the rest of the line as one text, because they tell no more. */
  readonly args: readonly string[];
  /** Its HOME; absent where the system does not tell. Another user's browser, or a test's, keeps its profiles in another one. */
  readonly home?: string;
}

/** Null where the system does not tell. */
export type ListProcesses = () => Promise<readonly RunningProcess[] | null>;

const patienceMs = 10_000;
/** USER_HZ, which Linux fixes at 100 for what it tells programs. */
const ticksPerSecond = 100;
const maxListBytes = 32 * 1024 * 1024;

export function createProcessList(
  os: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): ListProcesses {
  if (os === 'linux') return createProcList();
  if (os === 'darwin') return () => listOfPs(columns => run('ps', ['-axww', '-o', columns], os, env));
  return async () => parseCim(await run('WindowsPowerShell\\v1.0\\powershell', cimArgs, os, env));
}

const cimArgs = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  '[Console]::OutputEncoding=[Text.Encoding]::UTF8;' +
    'Get-CimInstance Win32_Process|Select-Object ProcessId,ParentProcessId,ExecutablePath,CommandLine|ConvertTo-Json -Compress',
];

/** Reads each process whole but once: a panel that is open asks every few seconds, and hundreds run. */
function createProcList(): ListProcesses {
  let known = new Map<string, Seen>();
  return async () => {
    const now = new Map<string, Seen>();
    const all = await Promise.all(procStats().map(stat => readProc(stat, known, now)));
    known = now;
    return all.filter(one => one !== null);
  };
}

/** What stays the same of a process while it runs one program. */
type Seen = Pick<RunningProcess, 'args' | 'home'>;

/** A child has the arguments of its parent, until it has started a program of its own. */
const settledSeconds = 10;

/** Null for one that is ending or has ended meanwhile, or that only its parent still knows. */
async function readProc(
  { pid, fields }: ProcStat,
  known: ReadonlyMap<string, Seen>,
  now: Map<string, Seen>,
): Promise<RunningProcess | null> {
  const [state = '', parent = '0'] = fields;
  if (/^[ZX]$/.test(state)) return null;
  const program = programOf(pid);
  const started = fields[22 - 3];
  const key = `${pid} ${started} ${program}`;
  const seen = known.get(key) ?? (await lookInto(pid, program).catch(() => null));
  if (seen === null) return null;
  if (uptime() - Number(started) / ticksPerSecond > settledSeconds) now.set(key, seen);
  // An update that took the place of a running program leaves this word behind its path.
  return { pid: Number(pid), parent: Number(parent), program: program?.replace(/ \(deleted\)$/, '') ?? null, ...seen };
}

/** Null where the system does not tell this user. */
function programOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return null;
  }
}

/** Through threads, because these two may have to wait for the process. Null for one that is ending. */
async function lookInto(pid: string, program: string | null): Promise<Seen | null> {
  const args = argsIn(await cmdlineOf(pid));
  const home = program === null || args.some(isOfPage) ? undefined : await homeOf(pid);
  if (home !== undefined) return { args, home };
  // One that is ending has let go of its arguments and its environment, and would pass for a browser of this user's.
  return (await cmdlineOf(pid)) === '' ? null : { args };
}

function cmdlineOf(pid: string): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8');
}

/** Of a `/proc/PID/cmdline`. Chromium writes that of its pages anew as one text (`setproctitle`), which stays one argument. */
export function argsIn(cmdline: string): string[] {
  const [first = '', ...rest] = cmdline.replace(/\0+$/, '').split('\0');
  const title = rest.length === 0 ? / (--?\w.*)$/s.exec(first)?.[1] : undefined;
  return title === undefined ? rest : [title];
}

/** Browsers start many processes for pages, whose environment is theirs. */
function isOfPage(arg: string): boolean {
  return /(^|\s)--type=/.test(arg);
}

async function homeOf(pid: string): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return /(?:^|\0)HOME=([^\0]+)/.exec(text)?.[1];
}

async function listOfPs(ps: (columns: string) => Promise<string | null>): Promise<RunningProcess[] | null> {
  const [programs, lines] = await Promise.all([ps('pid=,ppid=,comm='), ps('pid=,args=')]);
  return parsePs(programs, lines);
}

/**
 * `ps -o pid=,ppid=,comm=` and `ps -o pid=,args=` of macOS, where `comm` is the whole path, but cut to 16 characters unless it is the last
 * column. A process that is in one list only has come or gone between them. Null for no text.
 */
export function parsePs(programs: string | null, lines: string | null): RunningProcess[] | null {
  if (programs === null || lines === null) return null;
  const lineOf = new Map(
    lines.split('\n').flatMap(row => {
      const [, pid, line = ''] = /^\s*(\d+)\s+(.*)$/.exec(row) ?? [];
      return pid === undefined ? [] : [[pid, line] as const];
    }),
  );
  return programs.split('\n').flatMap(row => {
    const [, pid = '', parent, program = ''] = /^\s*(\d+)\s+(\d+)\s+(.*?)\s*$/.exec(row) ?? [];
    const line = lineOf.get(pid);
    if (line === undefined) return [];
    const args = argsBehind(program, line);
    return [{ pid: Number(pid), parent: Number(parent), program: program === '' ? null : program, args }];
  });
}

/** The line begins with the program as it was called, which is not always its path. */
function argsBehind(program: string, line: string): string[] {
  const isCalledByPath = program !== '' && line.toLowerCase().startsWith(program.toLowerCase());
  const args = (isCalledByPath ? line.slice(program.length) : line.replace(/^("[^"]*"|\S+)/, '')).trim();
  return args === '' ? [] : [args];
}

/** What `ConvertTo-Json` makes of Win32_Process. Null for what is none of it. */
export function parseCim(text: string | null): RunningProcess[] | null {
  try {
    const rows: unknown = JSON.parse((text ?? '').replace(/^\ufeff/, ''));
    const list = Array.isArray(rows) ? rows : [rows];
    return list.map(row => {
      const { ProcessId: pid, ParentProcessId: parent, ExecutablePath: program, CommandLine: line } = row as Cim;
      return { pid, parent, program, args: argsBehind(program ?? '', line ?? '') };
    });
  } catch {
    return null;
  }
}

interface Cim {
  readonly ProcessId: number;
  readonly ParentProcessId: number;
  readonly ExecutablePath: string | null;
  readonly CommandLine: string | null;
}

function run(
  name: string,
  args: readonly string[],
  os: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const file = systemProgram(name, { os, env });
  if (file === null) return Promise.resolve(null);
  return new Promise(resolve => {
    const options = { shell: false, windowsHide: true, timeout: patienceMs, maxBuffer: maxListBytes } as const;
    execFile(file, [...args], options, (error, stdout) => resolve(error ? null : stdout));
  });
}
