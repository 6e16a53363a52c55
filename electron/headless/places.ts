// Where things lie: the data home and the runtime folder, from options and environment.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** `--home`, else PILOTHOUSE_HOME, else `~/.pilothouse`. */
export function homeOf(option: string | undefined, env: Env): string {
  return resolve(option ?? (env.PILOTHOUSE_HOME || join(homedir(), '.pilothouse')));
}

/** `$XDG_RUNTIME_DIR/pilothouse`, else `run` in the data home. */
export function runtimeDirOf(home: string, env: Env): string {
  return env.XDG_RUNTIME_DIR ? join(env.XDG_RUNTIME_DIR, 'pilothouse') : join(home, 'run');
}
