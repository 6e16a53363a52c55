// Conversations of the hub in the words of the wire: sessions with messages, and the steps of an answer. Pure.
import { inEnglish } from '../../../../words/english.ts';
import type { KeptAnswer, KeptCall, KeptChat, KeptStep, KeptTurn } from '../../../../contract/schemas/chat-kept.ts';
import type { Answer } from './asked.ts';

/** By which id the extension knows a server. */
export type WireId = (serverId: string) => string;

const usedUp = 'I used up the steps that I am allowed before I was done. Ask me to go on, or allow more in Pilothouse.';

/** As `chat_get_session` shows it, but for its messages. */
export function sessionOf({ id, title, settings, createdAt, updatedAt }: KeptChat, wireId: WireId): Answer {
  const { systemPrompt, chosen, budget, servers, model } = settings;
  return {
    id,
    name: title,
    enabledServers: chosen.map(wireId),
    ...(systemPrompt !== '' && { systemPrompt }),
    createdAt,
    updatedAt,
    config: { maxIterations: budget.rounds, useToolRouter: servers === 'picked', ...(model !== null && { model }) },
  };
}

export function messagesOf(path: readonly KeptTurn[], wireId: WireId): Answer[] {
  return path.flatMap(turn =>
    turn.kind === 'question'
      ? [{ role: 'user', content: turn.text }]
      : turn.steps.flatMap(step => messagesOfStep(step, wireId)),
  );
}

function messagesOfStep(step: KeptStep, wireId: WireId): Answer[] {
  if (step.kind === 'text') return [{ role: 'assistant', content: step.text }];
  if (step.kind !== 'calls') return [];
  const toolCalls = step.calls.map(call => callOf(call, wireId));
  const results = step.calls.map(({ id, resultText }) => ({ role: 'tool', toolCallId: id, content: resultText ?? '' }));
  return [{ role: 'assistant', content: '', toolCalls }, ...results];
}

/** What an answer came to, with the steps by which it did. */
export function answerOf(answer: KeptAnswer, wireId: WireId): Answer {
  const steps = answer.steps.flatMap((step, at) => stepsOf(step, at === answer.steps.length - 1, answer.at, wireId));
  return {
    response: responseOf(answer),
    steps: steps.map((step, index) => ({ index, ...step })),
    iterations: answer.spent.rounds,
    reachedMaxIterations: answer.steps.at(-1)?.kind === 'budget',
  };
}

/** Whatever went wrong is told in the answer: on this wire a message is never lost. */
function responseOf({ steps }: KeptAnswer): string {
  const last = steps.at(-1);
  switch (last?.kind) {
    case 'text':
      return last.text;
    case 'failed':
      return `Error: ${inEnglish(last.why)}`;
    case 'budget':
      return usedUp;
    default:
      return 'Error: The answer was stopped.';
  }
}

function stepsOf(step: KeptStep, isLast: boolean, timestamp: number, wireId: WireId): Answer[] {
  switch (step.kind) {
    case 'text':
      return [{ type: isLast ? 'final' : 'llm_response', timestamp, content: step.text }];
    case 'urged':
      return [{ type: 'llm_response', timestamp, content: '' }];
    case 'calls': {
      const at = step.calls[0]?.startedAt ?? timestamp;
      return [
        { type: 'tool_calls', timestamp: at, toolCalls: step.calls.map(call => callOf(call, wireId)) },
        { type: 'tool_results', timestamp: at, toolResults: step.calls.map(call => resultOf(call, wireId)) },
      ];
    }
    case 'failed':
      return [{ type: 'error', timestamp, error: inEnglish(step.why) }];
    case 'budget':
      // A step of kind error is a failed run to the extension; that the answer is not whole stands in the answer and in its flag.
      return [];
    case 'stopped':
      return [{ type: 'error', timestamp, error: 'The answer was stopped.' }];
  }
}

/** Named as its result is: the extension puts the two together by `server__tool`. */
function callOf({ id, name, tool, sourceId, arguments: args }: KeptCall, wireId: WireId): Answer {
  return { id, name: sourceId === null ? name : `${wireId(sourceId)}__${tool}`, arguments: args };
}

function resultOf({ id, tool, sourceId, resultText, state }: KeptCall, wireId: WireId): Answer {
  const why = 'why' in state ? inEnglish(state.why) : null;
  const isError = state.kind !== 'done' || state.isError;
  const serverId = sourceId === null ? '' : wireId(sourceId);
  return { toolCallId: id, toolName: tool, serverId, content: resultText ?? why ?? '', isError };
}
