// How a server's process ended, or why it could not be started.
import { existsSync, statSync } from 'node:fs';
import { isRecord } from '../../../../contract/json.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { failureIn, lastWords } from '../failures/tell-failure.ts';
import { childEnv } from '../process/child-env.ts';
import { originOf } from '../runtimes/missing-program.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CommandConfig } from '../../../../contract/schemas/servers.ts';

interface StartAttempt {
  readonly config: CommandConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly os: NodeJS.Platform;
}

const maxCause = 500;

/** `wrote` are the newest lines of its stderr, oldest first, which tell why. */
export function exitReason(
  code: number | null,
  signal: NodeJS.Signals | null,
  wrote: readonly string[],
  of: 'server' | 'runner' = 'server',
): Reason {
  // A signal came from outside; what was written last is not its cause.
  if (signal !== null) return { kind: 'killed', of, signal };
  const why = failureIn(wrote);
  if (why) return { kind: 'exited-because', of, code, why };
  const cause = lastWords(wrote);
  if (cause === null) return { kind: 'exited', of, code };
  const said = cause.length > maxCause ? `${cause.slice(0, maxCause)}…` : cause.replace(/\.$/, '');
  return { kind: 'exited-saying', of, code, cause: said };
}

/** A program or folder that is not there, or may not be run, will not be there a moment later: that is no crash. */
export function startFailureCause(error: unknown): 'runtime' | 'ended' {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR' ? 'runtime' : 'ended';
}

/** Why `spawn` failed, naming the command or folder. */
export function startFailureReason(error: unknown, { config, env, os }: StartAttempt): Reason {
  const { command, cwd } = config;
  const code = codeOf(error);
  if (cwd !== undefined && !isFolder(cwd)) return { kind: 'no-start-folder', folder: cwd, command };
  if (code === 'ENOENT') return notFound(command, childEnv(env, config.env, os), os);
  if (code === 'EACCES') return { kind: 'not-executable', command };
  return { kind: 'start-failed', command, why: reasonOf(error) };
}

function notFound(command: string, env: Readonly<Record<string, string>>, os: NodeJS.Platform): Reason {
  if (/[/\\]/.test(command)) return { kind: existsSync(command) ? 'no-interpreter' : 'no-such-program', command };
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? null;
  const { from = null, at = null } = originOf(command) ?? {};
  return { kind: 'not-on-path', command, path, windows: os === 'win32', from, at };
}

function codeOf(error: unknown): unknown {
  return isRecord(error) || error instanceof Error ? Reflect.get(error, 'code') : undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
