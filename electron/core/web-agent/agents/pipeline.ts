// agents.orchestrate.pipeline: one agent after the other, each with what the one before has answered. It stops at the first that fails.
import { invalid, textIn } from '../page-asked.ts';
import { configIn, filledTask, followed, idIn, maxSteps, pathIn, recordsIn } from './orchestration.ts';
import type { PageAsked, Payload } from '../page-asked.ts';
import type { Orchestrating } from './orchestration.ts';

interface Step {
  readonly stepId: string;
  readonly agentId: string;
  readonly template: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface StepResult {
  readonly stepId: string;
  readonly agentId: string;
  readonly success: boolean;
  readonly result?: unknown;
  readonly error?: string;
  readonly executionTime: number;
}

export async function runPipeline({ ask, now, newId }: Orchestrating, asked: PageAsked): Promise<unknown> {
  const config = configIn(asked, 'pipeline');
  const steps = recordsIn(config, 'steps', maxSteps).map(readStep);
  const pipelineId = textIn(config, 'id', 200) ?? newId('pipeline');
  const startedAt = now();
  const stepResults: StepResult[] = [];
  const told = (rest: object) => ({ pipelineId, ...rest, stepResults, totalExecutionTime: now() - startedAt });
  let value = asked.payload.initialInput;
  for (const { stepId, agentId, template, before, after } of steps) {
    const input = followed(value, before);
    const { success, result, error, executionTime } = await ask(agentId, filledTask(template, input), input);
    const said = success ? { result } : { error: error?.message ?? 'It failed.' };
    stepResults.push({ stepId, agentId, success, ...said, executionTime });
    if (!success) return told({ success: false, error: `Pipeline failed at step ${stepId}: ${error?.message}` });
    value = followed(result, after);
  }
  return told({ success: true, finalOutput: value, result: value });
}

/** Both generations': `{agentId, task, inputTransform, outputTransform}`, and `{id, agentId, taskTemplate, outputTransform}`. */
function readStep(step: Payload, at: number): Step {
  const template = textIn(step, 'taskTemplate') ?? textIn(step, 'task');
  if (template === undefined) throw invalid(`Step ${at} of the pipeline needs "task", a text.`);
  return {
    stepId: textIn(step, 'id', 200) ?? `step-${at}`,
    agentId: idIn(step, 'agentId'),
    template,
    before: pathIn(step, 'inputTransform'),
    after: pathIn(step, 'outputTransform'),
  };
}
