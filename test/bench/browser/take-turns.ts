// Measures an operation with several drivers in turns, so that a busy moment of the machine hits all of them.
import { median } from '../measure.ts';
import { patienceMs } from './mcp-agent.ts';
import type { Driver } from './driver.ts';
import type { Operation, Task } from './operations.ts';

export interface Taken {
  readonly name: string;
  /** Middle and slowest tenth of the times in ms; `patienceMs` where no answer came that held. */
  readonly median: number;
  readonly p90: number;
  /** The middle count of characters of an answer, and of bytes of its picture. */
  readonly characters: number;
  readonly imageBytes: number;
  /** Why it was given up; null where every answer held. */
  readonly failure: string | null;
}

interface Sample {
  readonly ms: number;
  readonly characters: number;
  readonly imageBytes: number;
}

interface Run {
  readonly driver: Driver;
  readonly samples: Sample[];
  task: Task | null;
  failure: string | null;
}

const rounds = 15;
const warmUp = 2;
/** A slow operation is taken fewer times, but not fewer than this; and from a driver that alone is slow, not fewer than the other. */
const fewest = 5;
const fewestOfSlow = 3;

/** `longestMs` bounds the whole of it, but for the fewest rounds. */
export async function takeTurns(
  operation: Operation,
  drivers: readonly Driver[],
  origin: string,
  longestMs: number,
): Promise<Taken[]> {
  const runs = drivers.map((driver): Run => ({ driver, samples: [], task: null, failure: null }));
  for (const run of runs) await attempt(run, () => begin(run, operation, origin));
  const started = performance.now();
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const counted = round - warmUp;
    if (counted >= fewest && performance.now() - started > longestMs) break;
    // Who comes first changes, because the second finds the machine warm.
    const order = runs.map((_, at) => runs[(at + round) % runs.length]).filter(run => run !== undefined);
    for (const run of order) {
      const spentMs = run.samples.reduce((sum, { ms }) => sum + ms, 0);
      if (run.samples.length >= fewestOfSlow && spentMs > longestMs) continue;
      await attempt(run, () => takeOne(run, round, counted >= 0));
    }
  }
  return runs.map(takenOf);
}

async function begin(run: Run, { path, begin: start }: Operation, origin: string): Promise<void> {
  await run.driver.navigate(`${origin}${path}`);
  run.task = await start(run.driver, origin);
}

async function takeOne({ task, samples }: Run, round: number, counts: boolean): Promise<void> {
  if (!task) return;
  const answer = await task.run(round);
  await task.check(round, answer);
  if (counts) samples.push(answer);
}

/** Whoever failed once is not asked again: what it gave up would hold up the others. */
async function attempt(run: Run, work: () => Promise<void>): Promise<void> {
  if (run.failure !== null) return;
  await work().catch((error: unknown) => {
    run.failure = error instanceof Error ? error.message : String(error);
  });
}

function takenOf({ driver, samples, failure }: Run): Taken {
  const times = failure === null ? samples.map(({ ms }) => ms).toSorted((a, b) => a - b) : [patienceMs];
  return {
    name: driver.name,
    median: median(times),
    p90: times[Math.ceil(times.length * 0.9) - 1] ?? patienceMs,
    characters: median(samples.map(({ characters }) => characters)),
    imageBytes: median(samples.map(({ imageBytes }) => imageBytes)),
    failure,
  };
}
