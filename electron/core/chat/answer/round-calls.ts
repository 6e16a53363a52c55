// The calls of one round: all at once, as many as the budget has left, each with its state as it goes.
import { inEnglish } from '../../../../words/english.ts';
import { coerceArguments } from './coerce-arguments.ts';
import { resultText } from './result-text.ts';
import { meantTool } from './tool-offer.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ChatCallState } from '../../../../contract/schemas/chat.ts';
import type { KeptCall } from '../../../../contract/schemas/chat-kept.ts';
import type { ModelToolCall } from '../../models/model-answer.ts';
import type { ChatAgent, ChatAgentAnswer } from '../chat-agent.ts';
import type { AnswerRecord } from './answer-record.ts';
import type { RunClock } from './run-clock.ts';
import type { OfferedTool } from './tool-offer.ts';

export interface RoundCallsOptions {
  readonly record: AnswerRecord;
  readonly agent: Pick<ChatAgent, 'call'>;
  readonly tools: readonly OfferedTool[];
  readonly clock: Pick<RunClock, 'waits'>;
  /** The trace entry that they belong to. */
  readonly parent: number | null;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** One more was made. */
  readonly onMade: () => void;
}

/** What a call becomes that was not made because the budget is used up; `chat:more` makes it. */
export const overBudget = 'ERR_BUDGET_EXCEEDED';

/** As the model wrote them, which may name tools that there are not. */
export function plannedCalls(calls: readonly ModelToolCall[], options: RoundCallsOptions): KeptCall[] {
  const { tools, now } = options;
  const taken = new Set<string>();
  return calls.map(({ id, name, arguments: written }) => {
    const tool = meantTool(tools, name);
    // Some providers number their calls anew with each answer, some give none.
    const own = id === '' || taken.has(id) ? `${id}call_${taken.size + 1}` : id;
    taken.add(own);
    return {
      id: own,
      name: tool?.name ?? name.slice(0, 200),
      toolId: tool?.toolId ?? name.slice(0, 200),
      sourceId: tool?.sourceId ?? null,
      tool: tool?.tool ?? name.slice(0, 200),
      arguments: coerceArguments(written, tool?.definition.inputSchema ?? {}),
      state: { kind: 'running', since: now() },
      rule: null,
      seq: null,
      startedAt: now(),
      latencyMs: null,
      waitedMs: 0,
      resultText: null,
    };
  });
}

/** Resolves when each has ended; those beyond `left` are not made. Never rejects. */
export async function carryOutCalls(
  calls: readonly KeptCall[],
  left: number,
  options: RoundCallsOptions,
): Promise<void> {
  const { record, tools, now } = options;
  let made = 0;
  const work = calls.map(async call => {
    if (!tools.some(({ toolId }) => toolId === call.toolId))
      return failed(record, call, 'ERR_TOOL_NOT_FOUND', { kind: 'chat-no-such-tool', tool: call.toolId });
    if (made >= left)
      return failed(record, call, overBudget, { kind: 'chat-call-over-budget', max: record.answer.spent.maxCalls });
    made += 1;
    options.onMade();
    record.call(call.id, { state: { kind: 'running', since: now() }, startedAt: now(), resultText: null });
    return carryOut(call, options);
  });
  await Promise.all(work);
}

function failed(record: AnswerRecord, { id }: KeptCall, code: string, why: Reason): void {
  record.call(id, { state: { kind: 'failed', code, why }, latencyMs: null, resultText: inEnglish(why) });
}

async function carryOut(
  call: KeptCall,
  { record, agent, clock, parent, signal, now }: RoundCallsOptions,
): Promise<void> {
  const startedAt = now();
  let goOn = () => {};
  const answer = await agent.call({
    tool: call.toolId,
    arguments: call.arguments,
    parent,
    signal,
    onBegun: seq => record.call(call.id, { seq }),
    onWait: waitsFor => {
      goOn();
      const waits = waitsFor !== 'target';
      goOn = waits ? clock.waits() : () => {};
      const since = now();
      record.call(call.id, {
        state: waits ? { kind: 'waiting', since, promptId: null } : { kind: 'running', since },
      });
    },
  });
  goOn();
  const { rule, waitedMs, result } = answer;
  record.call(call.id, {
    ...{ rule, waitedMs, state: stateOf(answer, signal) },
    latencyMs: now() - startedAt,
    resultText: result === undefined ? null : resultText(result),
  });
}

function stateOf({ outcome, code, why, result }: ChatAgentAnswer, signal: AbortSignal): ChatCallState {
  const reason: Reason = why ?? { kind: 'call-cancelled' };
  if (outcome === 'ok') return { kind: 'done', isError: false };
  if (outcome === 'refused') return { kind: 'refused', code: code ?? '', why: reason };
  if (outcome === 'cancelled' && signal.aborted) return { kind: 'stopped' };
  // What the tool itself says of its failure has no code of ours.
  if (code === null && result !== undefined) return { kind: 'done', isError: true };
  return { kind: 'failed', code: code ?? '', why: reason };
}
