// What a page hears of a run: status, thinking, tokens, calls and their results, the answer with what it goes back to.
import { isRecord } from '../../../contract/json.ts';
import type { KeptAnswer, KeptCall } from '../../../contract/schemas/chat-kept.ts';
import type { TextPiece } from '../chat/answer/answer-record.ts';
import type { PageAsked } from './page-asked.ts';

const excerptChars = 200;

export class RunEvents {
  readonly #stream: PageAsked['stream'];
  readonly #wantsCitations: boolean;
  /** What was told of each call, by its step and id: some models number their calls anew with each answer. */
  readonly #told = new Map<string, 'call' | 'result'>();
  /** Characters told of each step, by its place and field. */
  readonly #texts = new Map<string, number>();
  #round = 0;

  constructor({ stream }: Pick<PageAsked, 'stream'>, { citations }: { readonly citations: boolean }) {
    this.#stream = stream;
    this.#wantsCitations = citations;
  }

  status(message: string): void {
    this.#stream({ type: 'status', message });
  }

  text(answer: KeptAnswer, { step, field }: TextPiece): void {
    this.#tellText(answer, step, field);
  }

  put(answer: KeptAnswer): void {
    if (answer.spent.rounds > this.#round) {
      this.#round = answer.spent.rounds;
      this.status(`Round ${this.#round}`);
    }
    answer.steps.forEach((step, at) => {
      if (step.kind === 'text') for (const field of ['reasoning', 'text'] as const) this.#tellText(answer, at, field);
      if (step.kind === 'calls') for (const call of step.calls) this.#tellCall(`${at} ${call.id}`, call);
    });
  }

  final(answer: KeptAnswer): void {
    const last = answer.steps.findLast(step => step.kind === 'text');
    const output = last?.kind === 'text' ? last.text : '';
    const calls = answer.steps.flatMap(step => (step.kind === 'calls' ? step.calls : []));
    const done = calls.filter(
      ({ state, resultText }) => state.kind === 'done' && !state.isError && resultText !== null,
    );
    const citations = done.map(({ toolId, resultText }) => ({
      source: 'tool',
      ref: toolId,
      excerpt: (resultText ?? '').slice(0, excerptChars),
    }));
    this.#stream({ type: 'final', output, ...((this.#wantsCitations || citations.length > 0) && { citations }) });
  }

  /** What was rewritten, because a call was read out of it, is told no second time. */
  #tellText({ steps }: KeptAnswer, at: number, field: TextPiece['field']): void {
    const step = steps[at];
    if (step?.kind !== 'text') return;
    const key = `${at} ${field}`;
    const told = this.#texts.get(key) ?? 0;
    const more = step[field].slice(told);
    if (more === '') return;
    this.#texts.set(key, step[field].length);
    this.#stream(field === 'text' ? { type: 'token', token: more } : { type: 'thinking', content: more });
  }

  #tellCall(key: string, { toolId, arguments: args, state, resultText }: KeptCall): void {
    if (!this.#told.has(key)) {
      this.#told.set(key, 'call');
      this.#stream({ type: 'tool_call', tool: toolId, args });
    }
    const isOver = state.kind !== 'running' && state.kind !== 'waiting';
    if (!isOver || this.#told.get(key) === 'result') return;
    this.#told.set(key, 'result');
    const isFailure = state.kind !== 'done' || state.isError;
    const code = isRecord(state) && 'code' in state ? state.code : 'ERR_TOOL_FAILED';
    const error = isFailure ? { error: { code: code || 'ERR_TOOL_FAILED', message: resultText ?? '' } } : {};
    this.#stream({ type: 'tool_result', tool: toolId, result: resultText, ...error });
  }
}
