// A server's own command behind a program of ours inside a sandbox: started, signalled and ended as itself would be.
import { spawn } from 'node:child_process';

export function runInside(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(command, args, { stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', error => {
    process.stderr.write(`${JSON.stringify(command)} could not be started in the sandbox: ${error.message}\n`);
    process.exit(127);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
