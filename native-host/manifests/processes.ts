// The processes that run now, with what they were started with: of /proc on Linux, of `ps` on macOS, of PowerShell on Windows.
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { systemProgram } from '../endpoints/system-program.ts';

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
const maxListBytes = 32 * 1024 * 1024;

export function createProcessList(
  os: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): ListProcesses {
  if (os === 'linux') return listOfProc;
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

async function listOfProc(): Promise<RunningProcess[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(readProc));
  return all.filter(process => process !== null);
}

/** Null for one that is ending or has ended meanwhile, or that only its parent still knows. */
async function readProc(pid: string): Promise<RunningProcess | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (/^[ZX]$/.test(state)) return null;
    const program = await readlink(`/proc/${pid}/exe`).catch(() => null);
    const args = argsIn(await cmdlineOf(pid));
    const home = program === null || args.some(isOfPage) ? undefined : await homeOf(pid);
    // One that is ending has let go of its arguments and its environment, and would pass for a browser of this user's.
    if ((await cmdlineOf(pid)) === '') return null;
    return {
      pid: Number(pid),
      parent: Number(parent),
      // An update that took the place of a running program leaves this word behind its path.
      program: program?.replace(/ \(deleted\)$/, '') ?? null,
      args,
      ...(home === undefined ? {} : { home }),
    };
  } catch {
    return null;
  }
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
