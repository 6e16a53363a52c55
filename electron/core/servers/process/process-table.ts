// The processes of this machine as a list: who belongs to whom, since when, and what each uses. One reader for each platform.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { procStats } from '../../../../native-host/endpoints/proc-stats.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** 0 where the platform knows no process groups. */
  readonly group: number;
  /** When it started, in the platform's own words: only good for comparing. */
  readonly started: string;
  /** CPU time used so far. */
  readonly cpuMs: number;
  readonly rssBytes: number;
}

const maxOutput = 64 * 1024 * 1024;
const timeoutMs = 10_000;
/** USER_HZ, which Linux fixes at 100 for what it tells programs. */
const msPerTick = 10;
const pageBytes = 4_096;

/** All processes, or `only` one of them. Rejects when the platform does not tell. */
export async function listProcesses(os: NodeJS.Platform, only?: number): Promise<ProcessRow[]> {
  if (os === 'linux') return (await linesOf(only)).map(parseStat).filter(row => row !== null);
  if (os === 'win32') return parseWindows(await runPowerShell(windowsQuery(only)));
  return parsePs(await run('/bin/ps', [...(only === undefined ? ['-ax'] : ['-p', String(only)]), '-o', psColumns]));
}

async function linesOf(only: number | undefined): Promise<string[]> {
  if (only === undefined) return procStats().map(({ line }) => line);
  return readFile(`/proc/${only}/stat`, 'utf8').then(
    line => [line],
    () => [],
  );
}

/** A line of /proc/PID/stat (proc(5)); null for a zombie, which is no process any more. */
export function parseStat(text: string): ProcessRow | null {
  // The name stands in parentheses and may hold anything, so what follows the last one counts.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (position: number) => Number(fields[position - 3]);
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return {
    pid: Number.parseInt(text, 10),
    parent: field(4),
    group: field(5),
    started: fields[22 - 3] ?? '',
    cpuMs: (field(14) + field(15)) * msPerTick,
    rssBytes: field(24) * pageBytes,
  };
}

const psColumns = 'pid=,ppid=,pgid=,rss=,time=,state=,lstart=';

/** The output of `ps -axo pid=,ppid=,pgid=,rss=,time=,state=,lstart=` (macOS, BSD). */
export function parsePs(text: string): ProcessRow[] {
  return text.split('\n').flatMap(line => {
    const [pid, parent, group, rss, time, state, ...started] = line.trim().split(/\s+/);
    if (!pid || !time || !state || state.startsWith('Z')) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      started: started.join(' '),
      cpuMs: parseCpuTime(time),
      rssBytes: Number(rss) * 1_024,
    };
  });
}

/** `[[days-]hours:]minutes:seconds[.hundredths]` in ms. */
function parseCpuTime(text: string): number {
  const [days, clock] = text.includes('-') ? text.split('-') : ['0', text];
  const seconds = (clock ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1_000);
}

const windowsQuery = (only?: number) =>
  `Get-CimInstance Win32_Process${only === undefined ? '' : ` -Filter "ProcessId=${only}"`} | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.ToUniversalTime().Ticks) $($_.KernelModeTime + $_.UserModeTime) $($_.WorkingSetSize)" }`;

/** One line for each process: id, parent, ticks of its creation, CPU time in 100 ns, working set in bytes. */
export function parseWindows(text: string): ProcessRow[] {
  return text.split('\n').flatMap(line => {
    const [pid, parent, started, cpu, rss] = line.trim().split(' ');
    if (!pid || !started || !rss) return [];
    const [cpuMs, rssBytes] = [Number(cpu) / 10_000, Number(rss)];
    return { pid: Number(pid), parent: Number(parent), group: 0, started, cpuMs, rssBytes };
  });
}

function runPowerShell(command: string): Promise<string> {
  const file = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  return run(file, ['-NoProfile', '-NonInteractive', '-Command', command]);
}

/** The output of a program of the system. */
export function run(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      timeout: timeoutMs,
      maxBuffer: maxOutput,
      windowsHide: true,
      env: { ...process.env, LC_ALL: 'C' },
    };
    execFile(file, [...args], options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
