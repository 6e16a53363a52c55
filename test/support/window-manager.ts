// A window manager on a virtual display: without one no window can be minimised, and none is ever covered or left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { providedPath } from './provided.ts';

/** Answers with what ends it. */
export async function startWindowManager(display: string): Promise<() => Promise<void>> {
  const child = spawn(providedPath('window manager'), ['--sm-disable'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  });
  await once(child, 'spawn');
  const exited = once(child, 'exit');
  return async () => {
    child.kill('SIGTERM');
    await exited;
  };
}
