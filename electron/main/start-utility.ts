// Starts one of our programs as a utility process of Electron, which reads its file out of the packed app as the main process does.
import { utilityProcess } from 'electron';
import type { SideProcess, SideProcessOptions } from '../core/platform/platform.ts';

/** Only once the app is ready. */
export function startUtility({ file, cwd, env, heapMib, onMessage, onEnd }: SideProcessOptions): SideProcess {
  const child = utilityProcess.fork(file, [], {
    cwd,
    env: { ...env },
    execArgv: [`--max-old-space-size=${heapMib}`],
    stdio: 'ignore',
    serviceName: 'Pilothouse catalogue',
  });
  child.on('message', onMessage);
  child.once('exit', () => onEnd(null));
  return {
    get pid() {
      return child.pid;
    },
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between processes has no origin
    send: message => child.postMessage(message),
    kill: () => void child.kill(),
  };
}
