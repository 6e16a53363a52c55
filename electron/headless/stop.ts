// `pilothouse stop`: asks the running hub to end and waits until its process is gone.
import { setTimeout as sleep } from 'node:timers/promises';
import { askHub } from '../core/open-hub.ts';

const endMs = 10_000;
const lookMs = 50;

/** Resolves when the hub of this home has ended. Rejects with a sentence when none runs or it does not end. */
export async function stopHub(home: string): Promise<void> {
  const { pid } = await askHub(home, 'stop', {});
  const deadline = Date.now() + endMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline)
      throw new Error(`The hub on ${home} was asked to stop, and process ${pid} still runs; end that process.`);
    await sleep(lookMs);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
