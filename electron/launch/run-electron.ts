// Runs Electron as a child of `npm start`, passes signals on, and says how it ended.
import { spawn } from 'node:child_process';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The hub stops within two seconds; whoever needs longer than this hangs. */
const graceMs = 5_000;

export interface ElectronExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly afterMs: number;
  /** Whether this process was asked to stop, and so asked Electron to. */
  readonly asked: boolean;
}

/** Resolves when Electron has ended. A signal to this process asks Electron to quit, and ends it by force if it hangs. */
export function runElectron(binary: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<ElectronExit> {
  const started = Date.now();
  const child = spawn(binary, [...args], { stdio: ['ignore', 'inherit', 'inherit'], env: electronEnv(env) });
  let force: NodeJS.Timeout | undefined;
  let asked = false;
  const stop = () => {
    asked = true;
    child.kill('SIGTERM');
    force ??= setTimeout(() => child.kill('SIGKILL'), graceMs);
  };
  for (const signal of forwarded) process.on(signal, stop);
  return new Promise(resolve => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      clearTimeout(force);
      for (const name of forwarded) process.off(name, stop);
      resolve({ code, signal, afterMs: Date.now() - started, asked });
    };
    child.once('error', () => end(1, null));
    child.once('exit', end);
  });
}

function electronEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Terminals inside Electron programs set this; it would turn our window into a plain Node.
  const { ELECTRON_RUN_AS_NODE: _inherited, ...rest } = env;
  return { ...rest, PILOTHOUSE_NODE: process.execPath };
}
