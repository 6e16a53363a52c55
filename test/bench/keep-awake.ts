// Keeps the processors from sleeping while delays are measured: waking one costs more than a relay does, and says nothing of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Under SCHED_IDLE it runs only when nobody else wants to. */
const spin = { command: 'chrt', args: ['-i', '0', process.execPath, '-e', 'for (;;);'] };

/** Resolves with what `work` gives. Linux only, with `chrt` (util-linux); elsewhere nothing is kept awake. */
export async function keepAwake<T>(work: () => Promise<T>): Promise<T> {
  const spinners = Array.from({ length: availableParallelism() }, () =>
    spawn(spin.command, spin.args, { stdio: 'ignore' }),
  );
  const ends = spinners.map(spinner => once(spinner, 'exit').catch(() => {}));
  try {
    return await work();
  } finally {
    for (const spinner of spinners) spinner.kill('SIGKILL');
    await Promise.all(ends);
  }
}
