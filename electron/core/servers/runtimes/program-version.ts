// The version of a runtime that is known to tell it: asked for with `--version`, never of any other program.
import { execFile } from 'node:child_process';
import { basename } from 'node:path';

export interface VersionOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

const known = /^(?:node|npx|npm|uv|uvx|python(?:\d(?:\.\d+)?)?|docker|podman|deno|bun|bunx)(?:\.exe)?$/i;
const maxBytes = 64 * 1024;

/** Whether this program is a runtime that may be asked. Batch files of Windows are not. */
export function isKnownRuntime(path: string): boolean {
  return known.test(basename(path.replaceAll('\\', '/')));
}

/** `24.21.0`; null when it does not tell in time. Never rejects. */
export function askVersion(path: string, { env, cwd, timeoutMs, signal }: VersionOptions): Promise<string | null> {
  return new Promise(resolve => {
    const options = { env: { ...env }, cwd, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxBytes } as const;
    const ending = signal ? { signal } : {};
    const child = execFile(
      path,
      ['--version'],
      { ...options, ...ending, windowsHide: true, shell: false },
      (error, stdout) => resolve(error ? null : versionIn(stdout)),
    );
    child.stdin?.end();
  });
}

/** `v24.21.0`, `uvx 0.9.2 (abc 2026-01-01)`, `Docker version 28.0.1, build 068a01e`, `Python 3.11.2`. */
export function versionIn(text: string): string | null {
  return /(?:^|[\sv])(\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]*\w)?)(?=[\s,)]|$)/m.exec(text.slice(0, 1000))?.[1] ?? null;
}
