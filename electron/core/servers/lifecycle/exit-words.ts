// How a server's process ended, or why it could not be started, as one sentence.
import { existsSync, statSync } from 'node:fs';
import { isRecord } from '../../../../contract/json.ts';
import { childEnv } from '../process/child-env.ts';
import { howToInstall } from '../runtimes/missing-program.ts';
import type { CommandConfig } from '../../../../contract/schemas/servers.ts';

interface StartAttempt {
  readonly config: CommandConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly os: NodeJS.Platform;
}

const maxCause = 500;

/** `It exited with code 1: no such table.`, with the line of stderr that tells why where there is one. */
export function exitInWords(code: number | null, signal: NodeJS.Signals | null, cause: string | null): string {
  const how = signal === null ? `It exited with code ${code ?? 'unknown'}` : `It was ended by ${signal}`;
  // A signal came from outside; what was written last is not its cause.
  if (signal !== null) return `${how}.`;
  if (cause === null) return `${how} and wrote nothing to stderr.`;
  return `${how}: ${cause.length > maxCause ? `${cause.slice(0, maxCause)}…` : cause.replace(/\.$/, '')}.`;
}

/** A program or folder that is not there, or may not be run, will not be there a moment later: that is no crash. */
export function startFailureCause(error: unknown): 'runtime' | 'ended' {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR' ? 'runtime' : 'ended';
}

/** Why `spawn` failed, naming the command or folder, and what helps. */
export function startFailureInWords(error: unknown, { config, env, os }: StartAttempt): string {
  const command = JSON.stringify(config.command);
  const code = codeOf(error);
  if (config.cwd !== undefined && !isFolder(config.cwd)) {
    return `The folder ${JSON.stringify(config.cwd)} to run ${command} in does not exist; create it or correct "cwd".`;
  }
  if (code === 'ENOENT') return notFound(config, childEnv(env, config.env, os), os);
  if (code === 'EACCES') {
    return `${command} may not be run: it is no program or its permissions forbid it; name another or make it executable (chmod +x).`;
  }
  return `${command} could not be started: ${error instanceof Error ? error.message : String(error)}; correct its command.`;
}

function notFound(config: CommandConfig, env: Readonly<Record<string, string>>, os: NodeJS.Platform): string {
  const command = JSON.stringify(config.command);
  if (/[/\\]/.test(config.command)) {
    return existsSync(config.command)
      ? `${command} exists, but the interpreter that its first line names was not found; install that.`
      : `${command} does not exist; correct the path.`;
  }
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? 'empty';
  const program =
    os === 'win32' ? `${command} was not found as a program (.exe, .cmd, .bat)` : `${command} was not found`;
  return `${program} on the PATH (${path}); ${howToInstall(config.command)} or give an absolute path.`;
}

function codeOf(error: unknown): unknown {
  return isRecord(error) || error instanceof Error ? Reflect.get(error, 'code') : undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
