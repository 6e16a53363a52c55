// A conversation as the panel in a page shows it: what was asked, what was written, which tools were called, and how it ended.
import { inEnglish } from '../../../words/english.ts';
import type { ChatTurn } from '../../../contract/schemas/chat.ts';
import type { PageChatTurn } from '../../../contract/schemas/web-agent.ts';

type Answer = Extract<ChatTurn, { kind: 'answer' }>;
type Part = Extract<PageChatTurn, { kind: 'answer' }>['parts'][number];

/** One part for each step and call; `partOfStep` counts the same way. */
export function chatTurn(turn: ChatTurn): PageChatTurn {
  const { id } = turn;
  if (turn.kind === 'question') return { kind: 'question', id, text: turn.text };
  return { kind: 'answer', id, running: turn.state === 'running', parts: turn.steps.flatMap(partsOf) };
}

/** The place of a step's text among the parts of its answer. */
export function partOfStep({ steps }: Pick<Answer, 'steps'>, step: number): number {
  return steps.slice(0, step).flatMap(partsOf).length;
}

function partsOf(step: Answer['steps'][number]): Part[] {
  switch (step.kind) {
    case 'text':
      return [{ kind: 'text', text: step.text }];
    case 'calls':
      return step.calls.map(({ tool, state }) => ({ kind: 'call', tool, state: callState(state) }));
    case 'budget':
      return [{ kind: 'end', why: 'budget', text: `${step.used} of ${step.max} (${step.of})` }];
    case 'failed':
      return [{ kind: 'end', why: 'failed', text: inEnglish(step.why) }];
    case 'stopped':
      return [{ kind: 'end', why: 'stopped', text: '' }];
    case 'urged':
      return [];
  }
}

type CallState = Extract<Answer['steps'][number], { kind: 'calls' }>['calls'][number]['state'];

function callState(state: CallState): Extract<Part, { kind: 'call' }>['state'] {
  return state.kind === 'done' && state.isError ? 'failed' : state.kind;
}
