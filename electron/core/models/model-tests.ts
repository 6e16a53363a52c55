// The user's test of a model: one short answer and one tool call, as every other question goes.
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { ModelTest } from '../../../contract/schemas/models.ts';
import type { ModelAnswers, ModelEvent, ModelTool, ModelToolCall } from './model-answer.ts';
import type { ModelRegistry } from './model-registry.ts';

export interface ModelTestsOptions {
  readonly registry: ModelRegistry;
  readonly answers: ModelAnswers;
  now(): number;
  monotonic(): number;
}

export interface TestAsk {
  readonly providerId: string;
  readonly model: string | null;
  readonly text?: string | undefined;
  readonly signal: AbortSignal;
  onPiece(event: Extract<ModelEvent, { kind: 'text' | 'reasoning' | 'tool-call' }>): void;
}

const tool: ModelTool = {
  name: 'current_date',
  description: 'Tells which day it is.',
  inputSchema: {
    type: 'object',
    properties: { zone: { type: 'string', description: 'A time zone such as Europe/Berlin' } },
  },
};
const question = 'Which day is it? Use the tool.';
/** A model that writes calls as text is told how. */
const inWords =
  'You may call one tool. To call it, answer with this JSON alone: {"name": "current_date", "arguments": {"zone": "UTC"}}';
const maxTokens = 400;

export class ModelTests {
  readonly #options: ModelTestsOptions;
  readonly #last = new Map<string, ModelTest>();

  constructor(options: ModelTestsOptions) {
    this.#options = options;
  }

  /** The last one of each model of a provider. */
  of(providerId: string): ModelTest[] {
    return [...this.#last.values()].filter(({ model }) => model.providerId === providerId);
  }

  /** How a model calls tools, as its last test has shown; null where there was none. */
  toolsOf(providerId: string, model: string): ModelTest['tools'] | null {
    return this.#last.get(JSON.stringify([providerId, model]))?.tools ?? null;
  }

  forget(providerId: string): void {
    for (const [id, { model }] of this.#last) if (model.providerId === providerId) this.#last.delete(id);
  }

  /** Rejects with HubError. */
  async run(ask: TestAsk): Promise<ModelTest> {
    const { registry, now } = this.#options;
    const { providerId } = ask;
    const model = ask.model ?? registry.defaultModel(providerId);
    if (model === null)
      throw hubError('ERR_MODEL_FAILED', { kind: 'model-none-of-provider', provider: registry.get(providerId).name });
    const isNative = registry.models(providerId).find(({ name }) => name === model)?.tools !== 'text';
    const heard = await this.#ask(ask, model, isNative);
    const test: ModelTest = { ...heard, at: now(), model: { providerId, model } };
    this.#last.set(JSON.stringify([providerId, model]), test);
    return test;
  }

  async #ask(
    { providerId, text = question, signal, onPiece }: TestAsk,
    model: string,
    isNative: boolean,
  ): Promise<Omit<ModelTest, 'at' | 'model'>> {
    const { answers, monotonic } = this.#options;
    const heard = new Heard(monotonic);
    const events = answers.stream({
      ...{ model: `${providerId}:${model}`, use: 'chat', maxTokens, signal },
      ...(isNative ? { tools: [tool] } : { system: inWords }),
      messages: [{ role: 'user', parts: [{ kind: 'text', text }] }],
      asker: { kind: 'user', id: 'you' },
    });
    for await (const event of events) {
      heard.take(event);
      if (event.kind !== 'started' && event.kind !== 'end') onPiece(event);
    }
    return heard.result();
  }
}

class Heard {
  readonly #monotonic: () => number;
  readonly #calls: ModelToolCall[] = [];
  #text = '';
  #startedAt: number;
  #firstAt: number | null = null;
  #endedAt: number;
  #usage: ModelTest['usage'] = { input: null, output: null };

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
    this.#startedAt = monotonic();
    this.#endedAt = this.#startedAt;
  }

  take(event: ModelEvent): void {
    const at = this.#monotonic();
    // What was waited for until then is the program's start, or a turn.
    if (event.kind === 'started') this.#startedAt = at;
    else this.#firstAt ??= at;
    this.#endedAt = at;
    if (event.kind === 'text') this.#text += event.text;
    if (event.kind === 'tool-call') this.#calls.push(event.call);
    if (event.kind === 'end') this.#usage = event.usage;
  }

  result(): Omit<ModelTest, 'at' | 'model'> {
    const tools = this.#calls.length > 0 ? 'native' : isCallInText(this.#text) ? 'text' : 'none';
    const firstAt = this.#firstAt;
    const seconds = firstAt === null ? 0 : (this.#endedAt - firstAt) / 1_000;
    const { output } = this.#usage;
    return {
      text: this.#text,
      firstTokenMs: firstAt === null ? null : Math.round(firstAt - this.#startedAt),
      tokensPerSecond: output !== null && seconds > 0 ? Math.round((output / seconds) * 10) / 10 : null,
      tools,
      usage: this.#usage,
    };
  }
}

/** The JSON of a call, bare or in a fence. */
function isCallInText(text: string): boolean {
  const [, fenced] = /```(?:json)?\s*([\s\S]*?)```/.exec(text) ?? [];
  const body = fenced ?? text;
  const call = jsonIn(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
  return isRecord(call) && call['name'] === tool.name;
}
