// agents.orchestrate.supervisor: tasks for a pool of workers, by a strategy, with retries. A worker has no more tasks at once than it may.
import { pause } from '../../platform/wait.ts';
import { invalid, numberIn, recordIn, textIn, textsIn } from '../page-asked.ts';
import { aggregationIn, combine } from './combine.ts';
import { configIn, filledTask, maxTasks, recordsIn } from './orchestration.ts';
import { WorkerPool } from './worker-pool.ts';
import type { PageAsked, Payload } from '../page-asked.ts';
import type { Orchestrating } from './orchestration.ts';
import type { Strategy, Worker } from './worker-pool.ts';

const strategies = ['round-robin', 'random', 'least-busy', 'capability-match'] as const satisfies readonly Strategy[];
const bounds = { workers: 50, perWorker: 16, attempts: 10, delayMs: 60_000 } as const;

export interface Supervising extends Orchestrating {
  /** Below `n`. */
  readonly randomOf: (n: number) => number;
  /** Null for what nobody can reach, or takes no calls. */
  readonly workerOf: (agentId: string) => Worker | null;
}

interface Task {
  readonly taskId: string;
  readonly task: string;
  readonly input: unknown;
  readonly needs: readonly string[];
  readonly priority: number;
}

interface Retry {
  readonly attempts: number;
  readonly delayMs: number;
  readonly reassigns: boolean;
}

interface TaskResult {
  readonly taskId: string;
  readonly workerId: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly attempts: number;
  readonly executionTime: number;
}

export async function runSupervisor(supervising: Supervising, asked: PageAsked): Promise<unknown> {
  const { now, randomOf, workerOf } = supervising;
  const config = configIn(asked, 'supervisor');
  const ids = textsIn({ payload: config, type: asked.type }, 'workers', bounds.workers) ?? [];
  const tasks = recordsIn(asked.payload, 'tasks', maxTasks).map(task => readTask(task, asked.type));
  const combining = aggregationIn(config);
  const startedAt = now();
  const workers = ids.flatMap(id => workerOf(id) ?? []);
  const perWorker = within(numberIn(config, 'maxConcurrentPerWorker') ?? 1, 1, bounds.perWorker);
  const pool = new WorkerPool({ workers, perWorker, strategy: strategyIn(config), randomOf });
  const retry = readRetry(recordIn(config, 'retry') ?? {});
  // Those with the same priority stay in their order.
  const sorted = tasks.toSorted((a, b) => b.priority - a.priority);
  const results = await Promise.all(sorted.map(task => carryOut(supervising, { pool, retry, asked }, task)));
  const succeeded = results.filter(({ error }) => error === undefined).length;
  // In the order in which the tasks were given.
  const combined = combine(
    tasks.flatMap(task => results[sorted.indexOf(task)] ?? []),
    combining,
  );
  return {
    success: succeeded === results.length,
    results,
    combinedOutput: combined,
    combined,
    stats: {
      totalTasks: results.length,
      succeeded,
      failed: results.length - succeeded,
      totalTime: now() - startedAt,
    },
  };
}

async function carryOut(
  { ask, now }: Orchestrating,
  { pool, retry, asked }: { readonly pool: WorkerPool; readonly retry: Retry; readonly asked: PageAsked },
  { taskId, task, input, needs }: Task,
): Promise<TaskResult> {
  const startedAt = now();
  const { signal } = asked.request;
  const tried: string[] = [];
  let said: { readonly result: unknown } | { readonly error: string } = { error: 'No valid workers available' };
  for (let attempt = 0; attempt < retry.attempts; attempt += 1) {
    if (attempt > 0 && retry.delayMs > 0) await pause(retry.delayMs, signal);
    const worker = await pool.take(needs, retry.reassigns ? tried : tried.slice(0, 0), signal);
    if (!worker) break;
    tried.push(worker.id);
    const { success, result, error } = await ask(worker.id, task, input).finally(() => pool.giveBack(worker));
    said = success ? { result: result ?? null } : { error: error?.message ?? 'It failed.' };
    if (success) break;
  }
  return { taskId, workerId: tried.at(-1) ?? '', ...said, attempts: tried.length, executionTime: now() - startedAt };
}

function readTask(task: Payload, type: string): Task {
  const taskId = textIn(task, 'id', 200);
  if (taskId === undefined) throw invalid(`Each task of ${type} needs "id", a text.`);
  const { input } = task;
  return {
    ...{ taskId, input, task: filledTask(textIn(task, 'task') ?? '', input) },
    needs: textsIn({ payload: task, type: 'agent.agents.orchestrate.supervisor' }, 'requiredCapabilities') ?? [],
    priority: numberIn(task, 'priority') ?? 0,
  };
}

/** `maxAttempts` counts those after the first. */
function readRetry(retry: Payload): Retry {
  return {
    attempts: 1 + within(Math.trunc(numberIn(retry, 'maxAttempts') ?? 0), 0, bounds.attempts),
    delayMs: within(numberIn(retry, 'delayMs') ?? 1_000, 0, bounds.delayMs),
    reassigns: retry.reassignOnFailure !== false,
  };
}

function strategyIn(config: Payload): Strategy {
  const named = config.assignmentStrategy ?? config.strategy ?? 'round-robin';
  const strategy = strategies.find(known => known === named);
  if (strategy) return strategy;
  throw invalid(`assignmentStrategy is ${strategies.join(', ')}, not ${JSON.stringify(named)?.slice(0, 100)}.`);
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
