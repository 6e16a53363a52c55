// Starts one of our programs as a process of Node's, for the shells that have no way of their own.
import { fork } from 'node:child_process';
import type { SideProcess, SideProcessOptions } from '../platform/platform.ts';

export function startSide(
  nodePath: string,
  { file, cwd, env, heapMib, onMessage, onEnd }: SideProcessOptions,
): SideProcess {
  const child = fork(file, [], {
    cwd,
    env: { ...env },
    execPath: nodePath,
    // One helper thread: it waits for the network and the disk most of the time.
    execArgv: [`--max-old-space-size=${heapMib}`, '--v8-pool-size=1', '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isOver = false;
  const end = (error: Error | null) => {
    if (isOver) return;
    isOver = true;
    onEnd(error);
  };
  child.on('message', onMessage);
  child.on('error', end);
  child.on('exit', () => end(null));
  // The hub may end while it runs: it then ends by itself.
  child.unref();
  child.channel?.unref();
  return {
    pid: child.pid,
    // A message to a process that has just ended is lost like one that came too late; its end is told anyway.
    send: message => void (child.connected && child.send(message as object, undefined, undefined, () => {})),
    kill: () => void child.kill('SIGKILL'),
  };
}
