// Which programs run and since when, by their names: a list of the system, read on each platform in its own way.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { procStats } from '../../../native-host/endpoints/proc-stats.ts';
import { run } from '../servers/process/process-table.ts';
import type { ProcStat } from '../../../native-host/endpoints/proc-stats.ts';

export interface RunningProgram {
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** What it may be called: its own name, that of its file, and of the script that an interpreter runs. */
  readonly names: readonly string[];
}

/** USER_HZ, which Linux fixes at 100 for what it tells programs. */
const msPerTick = 10;
const interpreter = /^(?:node|nodejs|bun|deno|python[\d.]*|uv|electron)$/;

/** The user's own processes; none where the system does not tell. */
export async function runningPrograms(os: NodeJS.Platform, uid: number | undefined): Promise<RunningProgram[]> {
  try {
    if (os === 'linux') return await listLinux(uid);
    if (os === 'win32') return parseWindowsPrograms(await runPowerShell());
    return parsePsPrograms(await run('/bin/ps', ['-xo', 'pid=,lstart=,args=']));
  } catch {
    return [];
  }
}

async function listLinux(uid: number | undefined): Promise<RunningProgram[]> {
  const stat = await readFile('/proc/stat', 'utf8');
  const bootedAt = Number(/^btime (\d+)$/m.exec(stat)?.[1] ?? 0) * 1_000;
  const own = procStats().filter(({ pid }) => uid === undefined || ownerOf(pid) === uid);
  const rows = await Promise.all(own.map(stat => readLinux(stat, bootedAt).catch(() => null)));
  return rows.filter(row => row !== null);
}

/** Undefined for one that has ended. */
function ownerOf(pid: string): number | undefined {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
}

async function readLinux({ pid, name, fields }: ProcStat, bootedAt: number): Promise<RunningProgram> {
  const argv = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  const startedAt = bootedAt + Number(fields[22 - 3]) * msPerTick;
  return { pid: Number(pid), startedAt, names: [name, ...namesIn(argv)] };
}

/** Lines of `ps -xo pid=,lstart=,args=` (macOS, BSD), in the C locale. */
export function parsePsPrograms(text: string): RunningProgram[] {
  return text.split('\n').flatMap(line => {
    const [, pid, started, args] = /^\s*(\d+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.*)$/.exec(line) ?? [];
    const startedAt = Date.parse(started ?? '');
    if (!pid || !args || Number.isNaN(startedAt)) return [];
    // A path of an app has spaces in it: its file is what ends before the first option.
    const file = args.split(/ -/)[0] ?? '';
    return { pid: Number(pid), startedAt, names: [fileName(file), ...namesIn(args.split(' '))] };
  });
}

/** One line for each process: id, when it was made in ms since the epoch, name. */
export function parseWindowsPrograms(text: string): RunningProgram[] {
  return text.split('\n').flatMap(line => {
    const [, pid, startedAt, name] = /^(\d+) (\d+) (.+?)\s*$/.exec(line) ?? [];
    return pid && name ? { pid: Number(pid), startedAt: Number(startedAt), names: [fileName(name)] } : [];
  });
}

function namesIn(argv: readonly string[]): string[] {
  const [file = '', ...args] = argv;
  const script = interpreter.test(fileName(file)) ? args.find(arg => arg !== '' && !arg.startsWith('-')) : undefined;
  return [fileName(file), ...(script === undefined ? [] : [fileName(script)])];
}

function fileName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:exe|cmd|[cm]?js|py)$/i, '');
}

/** The oldest process of any of these names. */
export function oldestOf(names: readonly string[], running: readonly RunningProgram[]): RunningProgram | null {
  const wanted = new Set(names.map(name => name.toLowerCase()));
  const found = running.filter(({ names: own }) => own.some(name => wanted.has(name.toLowerCase())));
  return found.toSorted((a, b) => a.startedAt - b.startedAt)[0] ?? null;
}

function runPowerShell(): Promise<string> {
  const file = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const query =
    'Get-CimInstance Win32_Process | Where-Object CreationDate | ForEach-Object { "$($_.ProcessId) $(([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds()) $($_.Name)" }';
  return run(file, ['-NoProfile', '-NonInteractive', '-Command', query]);
}
