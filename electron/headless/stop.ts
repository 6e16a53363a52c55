// `pilothouse stop`: asks the running hub to end and waits until its process is gone. Where none runs no agent starts one either.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoHubError } from '../../native-host/relay/home-files.ts';
import { NoAnswerError } from '../../native-host/relay/hub-connection.ts';
import { askHub } from '../core/ask-hub.ts';
import { noteStop } from '../core/home/kept-start.ts';
import type { CliWords } from './words/cli-words.ts';

const endMs = 10_000;
const lookMs = 50;

/** Resolves with its process when the hub of this home has ended. Rejects with a sentence when none runs or it does not end. */
export async function stopHub(home: string, words: CliWords): Promise<number> {
  const { pid } = await askHub(home, 'stop', {}).catch((error: unknown) => {
    // It may have crashed, and the next call of an agent would start another.
    const runsNone = error instanceof NoHubError || error instanceof NoAnswerError;
    if (runsNone && existsSync(home)) noteStop(home, Date.now());
    throw error;
  });
  const deadline = Date.now() + endMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(words.stillRuns(home, pid));
    await sleep(lookMs);
  }
  return pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
