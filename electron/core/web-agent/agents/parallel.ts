// agents.orchestrate.parallel: several agents at the same time, and one value of what they answer.
import { recordIn, textIn } from '../page-asked.ts';
import { combine, combiningIn } from './combine.ts';
import { filledTask, idIn, mapFew, maxAtOnce, maxSteps, recordsIn } from './orchestration.ts';
import type { PageAsked, Payload } from '../page-asked.ts';
import type { Orchestrating } from './orchestration.ts';

interface TaskResult {
  readonly agentId: string;
  readonly success: boolean;
  readonly result?: unknown;
  readonly error?: string;
  readonly executionTime: number;
}

export async function runParallel({ ask, now, newId }: Orchestrating, { payload, type }: PageAsked): Promise<unknown> {
  const config = recordIn(payload, 'config') ?? payload;
  const tasks = recordsIn(config, 'tasks', maxSteps).map(readTask);
  const strategy = combiningIn(config, type);
  const startedAt = now();
  const taskResults = await mapFew(tasks, maxAtOnce, async ({ agentId, task, input }): Promise<TaskResult> => {
    const { success, result, error, executionTime } = await ask(agentId, task, input);
    return { agentId, success, ...(success ? { result } : { error: error?.message ?? 'It failed.' }), executionTime };
  });
  const combined = combine(taskResults, strategy);
  return {
    executionId: textIn(config, 'id', 200) ?? newId('exec'),
    success: taskResults.every(({ success }) => success),
    taskResults,
    combinedOutput: combined,
    totalExecutionTime: now() - startedAt,
    results: taskResults.map(({ result }) => result ?? null),
    combined,
  };
}

function readTask(task: Payload) {
  const { input } = task;
  return { agentId: idIn(task, 'agentId'), task: filledTask(textIn(task, 'task') ?? '', input), input };
}
