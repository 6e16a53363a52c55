// The row of one question to a model in the trace: what was asked, what came back, what it used, or why it failed.
import { HubError, toErrorValue } from '../../../contract/errors.ts';
import { seen } from '../trace/excerpt.ts';
import type { ModelRef } from '../../../contract/schemas/models.ts';
import type { Outcome, Party } from '../../../contract/schemas/trace.ts';
import type { TraceOpen, TraceTap, Verdict } from '../trace/tap.ts';
import type { ModelEvent, ModelMessage, ModelPart, ModelRequest, ModelToolCall } from './model-answer.ts';

type End = Extract<ModelEvent, { kind: 'end' }>;

const ok: Verdict = { outcome: 'ok', code: null, reason: null, rule: null, waitedMs: 0 };
/** Of an answer; what the trace keeps of any message is no more. */
const maxChars = 256 * 1024;

/** The model that is asked: who it is in the trace, and as those who follow it are told. */
export interface TracedModel {
  readonly party: Party;
  readonly model: NonNullable<TraceOpen['model']>;
}

export class CallTrace {
  readonly #tap: TraceTap;
  readonly #seq: number;
  #text = '';
  #reasoning = '';
  readonly #calls: ModelToolCall[] = [];
  #isClosed = false;
  #waitedSince: number | null = null;
  #waitedMs = 0;

  constructor(tap: TraceTap, from: Party, request: ModelRequest, { party: to, model }: TracedModel) {
    this.#tap = tap;
    const asked = askedOf(request);
    const parent = request.asker.parent ?? null;
    const message = seen(JSON.stringify(asked), asked);
    const about = { kind: 'request', method: 'model/chat', tool: null, parent, message, model } as const;
    this.#seq = tap.open({ dir: 'out', from, to, ...about });
  }

  /** Its number in the trace. */
  get seq(): number {
    return this.#seq;
  }

  /** It is held up by the user's pause. */
  waiting(): void {
    this.#waitedSince ??= performance.now();
    this.#tap.waiting(this.#seq);
  }

  saw(event: ModelEvent): void {
    if (this.#waitedSince !== null) this.#waitedMs = performance.now() - this.#waitedSince;
    this.#waitedSince = null;
    if (event.kind === 'text' && this.#text.length < maxChars) this.#text += event.text;
    if (event.kind === 'reasoning' && this.#reasoning.length < maxChars) this.#reasoning += event.text;
    if (event.kind === 'tool-call') this.#calls.push(event.call);
  }

  ended(model: ModelRef, { finish, usage }: End, cost: number | null): void {
    const answer = { ...model, ...this.#answer(), finish, usage, ...(cost !== null && { cost }) };
    const costMicros = cost === null ? null : Math.round(cost * 1_000_000);
    this.#close({ ...ok, waitedMs: this.#waitedMs }, answer, {
      tokensIn: usage.input,
      tokensOut: usage.output,
      costMicros,
    });
  }

  failed(error: unknown): void {
    const { code, message, reason: why } = toErrorValue(error);
    const isCancelled = error instanceof HubError && error.code === 'ERR_CANCELLED';
    const isRefused =
      why?.kind === 'mode' || why?.kind === 'model-tokens-used-up' || why?.kind === 'model-provider-off';
    const outcome: Outcome = isCancelled ? 'cancelled' : isRefused ? 'refused' : 'error';
    this.#close(
      { outcome, code, reason: message, ...(why && { why }), rule: null, waitedMs: this.#waitedMs },
      this.#answer(),
    );
  }

  /** Whoever asked reads no more. */
  left(): void {
    if (!this.#isClosed) this.#close({ ...ok, outcome: 'cancelled' }, this.#answer());
  }

  #answer() {
    return {
      ...(this.#text !== '' && { text: this.#text }),
      ...(this.#reasoning !== '' && { reasoning: this.#reasoning }),
      ...(this.#calls.length > 0 && { toolCalls: this.#calls }),
    };
  }

  #close(verdict: Verdict, answer: object, answers: object = {}): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#tap.close(this.#seq, { ...verdict, ...answers, message: seen(JSON.stringify(answer), answer) });
  }
}

/** What it was asked, without what pictures and documents hold. */
function askedOf({ model, use, system, messages, tools, temperature, topP, topK, maxTokens }: ModelRequest) {
  return {
    ...{ model, use, system, messages: messages.map(withoutData), tools },
    ...{ temperature, topP, topK, maxTokens },
  };
}

function withoutData(message: ModelMessage): unknown {
  if (message.role !== 'user') return message;
  const short = (part: ModelPart) =>
    part.kind === 'file' ? { ...part, data: `(${part.data.length} characters)` } : part;
  return { ...message, parts: message.parts.map(short) };
}
