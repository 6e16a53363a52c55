// What is really spawned for a configured command: itself, or cmd.exe where Windows finds a batch file under that name.
import { statSync } from 'node:fs';
import { win32 } from 'node:path';
import { batchCommandLine, batchFlags } from './batch-quoting.ts';
import type { CommandConfig } from '../../../../contract/schemas/servers.ts';

export interface SpawnPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** The arguments are quoted already (Node's `windowsVerbatimArguments`). */
  readonly verbatim: boolean;
}

type Command = Pick<CommandConfig, 'command' | 'args' | 'cwd'>;
type Env = Readonly<Record<string, string | undefined>>;

/** `env` is the server's own. Throws an Error with a sentence when an argument cannot be passed on. */
export function planSpawn(
  { command, args, cwd }: Command,
  env: Env,
  os: NodeJS.Platform,
  isFile: (path: string) => boolean = isFileHere,
): SpawnPlan {
  const asIs: SpawnPlan = { command, args, verbatim: false };
  if (os !== 'win32') return asIs;
  const program = findProgram(command, env, cwd, isFile);
  if (program === null) return asIs;
  if (!/\.(cmd|bat)$/i.test(program)) return { ...asIs, command: program };
  const system = variable(env, 'SystemRoot') ?? 'C:\\Windows';
  // Never by the PATH, and not what COMSPEC says: either could name another program.
  const shell = win32.join(system, 'System32', 'cmd.exe');
  return { command: shell, args: [...batchFlags, batchCommandLine(program, args)], verbatim: true };
}

/** As cmd.exe looks: each folder of the PATH, and in it each ending of PATHEXT. The current folder only where it is named. */
function findProgram(
  command: string,
  env: Env,
  cwd: string | undefined,
  isFile: (path: string) => boolean,
): string | null {
  const endings = (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const isNamed = /[\\/]/.test(command);
  const folders = isNamed ? [''] : (variable(env, 'PATH') ?? '').split(';').filter(folder => win32.isAbsolute(folder));
  for (const folder of folders) {
    const path = isNamed ? win32.resolve(cwd ?? '', command) : win32.join(folder, command);
    const own = /\.(exe|com|cmd|bat)$/i.test(path) ? [path] : [];
    const found = [...own, ...endings.map(ending => `${path}${ending.toLowerCase()}`)].find(isFile);
    if (found !== undefined) return found;
  }
  return null;
}

function variable(env: Env, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1];
}

function isFileHere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
