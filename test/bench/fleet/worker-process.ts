// Starts hubs of a bench that are processes of their own, and ends them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ChildProcess } from 'node:child_process';

export interface WorkerOptions {
  readonly url: string;
  readonly name: string;
  /** The hub that may use what it shares. */
  readonly asker: string;
  readonly share: 'worker' | 'everything';
}

export async function startWorker({ url, name, asker, share }: WorkerOptions): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), [url, name, asker, share]);
  await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(() => Promise.reject(new Error(`${name} has ended before it was ready.`))),
  ]);
  return worker;
}

export async function endWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.disconnect();
  await once(worker, 'exit');
}
