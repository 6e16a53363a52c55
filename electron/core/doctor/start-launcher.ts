// Starts a launcher as the browser or the agent does that knows nothing of this process: with next to no environment.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { win32 } from 'node:path';
import { batchCommandLine, batchFlags } from '../servers/process/batch-quoting.ts';

export interface LauncherStart {
  readonly launcher: string;
  readonly args: readonly string[];
  readonly os: NodeJS.Platform;
  /** Of this process: on Windows it tells where the system is, without which no batch file runs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** All that the launcher gets of an environment. */
  readonly given?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

export function startLauncher(start: LauncherStart): ChildProcessWithoutNullStreams {
  const { launcher, args, os, env, given = {}, cwd } = start;
  if (os !== 'win32') return spawn(launcher, [...args], { env: given, cwd });
  const system = env['SystemRoot'] ?? 'C:\\Windows';
  const shell = win32.join(system, 'System32', 'cmd.exe');
  return spawn(shell, [...batchFlags, batchCommandLine(launcher, args)], {
    env: { ...given, SystemRoot: system, ComSpec: shell },
    cwd,
    windowsVerbatimArguments: true,
    windowsHide: true,
  });
}
