// What the user's login shell sets up: its PATH and its variables. Asked for once, in a process group of its own, and never waited for long.
import { spawn } from 'node:child_process';
import { basename, isAbsolute } from 'node:path';
import { wait } from '../../platform/wait.ts';

export interface LoginShellOptions {
  /** Absolute path of the shell. */
  readonly shell: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly timeoutMs: number;
  /** Stands before and after what is asked for, so that a greeting of the shell is not taken for it. */
  readonly nonce: string;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

const maxOutput = 1024 * 1024;
/** What startup files set up for people at a terminal would find none. */
const told = { PILOTHOUSE_RESOLVING_ENVIRONMENT: '1', TERM: 'dumb', DISABLE_AUTO_UPDATE: 'true' };

export interface ToldByShell {
  readonly path: string;
  /** Everything that it exports, secrets included: whoever asks keeps what is meant for servers alone. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Null when it does not tell in time. Never rejects. */
export function askLoginShell(options: LoginShellOptions): Promise<ToldByShell | null> {
  const { shell, env, home, timeoutMs, nonce, signal } = options;
  if (!isAbsolute(shell)) return Promise.resolve(null);
  let output = '';
  const heard = () => toldIn(output, nonce);
  return wait<ToldByShell | null>({
    signal,
    timeoutMs,
    begin: settle => {
      const child = spawn(shell, argsOf(shell, nonce), {
        cwd: home,
        env: { ...env, ...told },
        // Without a terminal of ours it cannot take it, nor be stopped for want of it.
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      child.once('error', () => settle(heard));
      child.once('close', () => settle(heard));
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        // What its startup files left running in the background is not waited for.
        if (output.split(nonce).length > lastMark || output.length > maxOutput) settle(heard);
      });
      child.stdout.on('error', () => {});
      return () => {
        child.stdout.destroy();
        endGroup(child.pid);
      };
    },
    onTimeout: heard,
    onAbort: heard,
  });
}

/** The third mark ends what is asked. */
const lastMark = 3;

function toldIn(output: string, nonce: string): ToldByShell | null {
  const path = fenced(output, nonce);
  if (path === null) return null;
  const [, , variables = ''] = output.split(nonce);
  return { path, variables: variablesIn(variables) };
}

/** Lines `NAME=value`; a value of several lines is told by its first alone. */
export function variablesIn(text: string): Record<string, string> {
  const lines = text.split('\n').map(line => /^([A-Za-z_]\w*)=(.*)$/.exec(line.replace(/\r$/, '')));
  return Object.fromEntries(lines.flatMap(match => (match?.[1] ? [[match[1], match[2] ?? '']] : [])));
}

/** What stands between the first two marks. */
export function fenced(output: string, nonce: string): string | null {
  const start = output.indexOf(nonce);
  const end = output.indexOf(nonce, start + nonce.length);
  if (start < 0 || end < 0) return null;
  const path = output.slice(start + nonce.length, end).trim();
  return path === '' || path.includes('\n') ? null : path;
}

/** `env` prints what programs get in every shell, whatever the shell's own words for it are. */
function argsOf(shell: string, nonce: string): string[] {
  const script = `echo ${nonce}; /usr/bin/env printenv PATH; echo ${nonce}; /usr/bin/env; echo ${nonce}`;
  // The C shells take -l alone.
  return /^t?csh$/.test(basename(shell)) ? ['-ic', script] : ['-ilc', script];
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended, and nothing of its group is left.
  }
}
