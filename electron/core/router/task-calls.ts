// A call that its server carries out as a task: answered at once, and under way until the task has ended.
import { ruleCode } from '../../../contract/call-rules.ts';
import { Refused } from '../gates/refusal.ts';
import { mcpPatienceMs } from '../permissions/prompt-queue.ts';
import { createdTask } from '../tasks/task-words.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import type { Callable } from '../tools/callable.ts';
import type { Verdict } from '../trace/tap.ts';
import type { CallAnswer } from './agent-call.ts';
import type { PauseQueue } from './pause-queue.ts';

export type HeldTasks = Pick<TaskRegistry, 'isBegunBy' | 'hold' | 'whenEnded' | 'abandon'>;
export type FollowedTask = Pick<KeptTask, 'tool' | 'byRules'>;

interface WaitingAsker {
  readonly pauses: Pick<PauseQueue, 'wait'>;
  readonly signal: AbortSignal;
  readonly agentId: string;
}

/** Gives back what the call has used: with its answer, or where that is a task, with the end of the task. */
export function withTask(
  tasks: HeldTasks | undefined,
  callable: Callable,
  { agentId, seq }: { readonly agentId: string; readonly seq: number },
  answer: CallAnswer<ToolResult>,
  giveBack: () => void,
): CallAnswer<ToolResult> {
  const task = answer.kind === 'result' && callable.kind === 'server' ? createdTask(answer.result) : null;
  const named = task && callable.kind === 'server' && { agentId, serverId: callable.serverId, taskId: task.taskId };
  // What only looks like a task is an answer as any other.
  if (!tasks || !named || answer.kind !== 'result' || !tasks.isBegunBy(named, seq)) {
    giveBack();
    return answer;
  }
  tasks.hold(named, answer.byRules ?? true, giveBack);
  const passed = { rule: answer.rule && ruleCode(answer.rule), waitedMs: answer.waitedMs };
  const goesOn = {
    whenEnded: (close: (verdict: Verdict) => void) => tasks.whenEnded(named, passed, close),
    abandon: () => tasks.abandon(named),
  };
  return { ...answer, goesOn };
}

/** Resolves once nothing is paused. Rejects with Refused, and with ERR_CANCELLED where the asker leaves. */
export async function expectNow(
  refusal: () => Refusal | null,
  { pauses, signal, agentId }: WaitingAsker,
): Promise<void> {
  const isPaused = (why: Refusal | null) =>
    (why?.kind === 'fleet-holds' && why.so === 'paused') || (why?.kind === 'mode' && why.mode === 'paused');
  let refused = refusal();
  if (isPaused(refused)) {
    await pauses.wait(signal, mcpPatienceMs, () => !isPaused(refusal()), agentId);
    refused = refusal();
  }
  if (refused) throw new Refused(refused);
}
