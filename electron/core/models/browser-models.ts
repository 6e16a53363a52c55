// The models that browsers have themselves: a provider for each browser that has one, asked through its companion.
import { hubError } from '../../../words/hub-error.ts';
import type { CompanionModelState } from '../../../contract/schemas/companion.ts';
import type { ProviderRecord } from '../../../contract/schemas/model-records.ts';
import type { ProviderState } from '../../../contract/schemas/models.ts';
import type { LinkModel, OwnPrompt } from '../browsers/link-model.ts';
import type { ModelEvent, ModelMessage } from './model-answer.ts';
import type { BrowserModels as Asked } from './model-calls.ts';
import type { ModelRegistry } from './model-registry.ts';
import type { AskedOfModel } from './sdk/ask-model.ts';

export interface BrowserModelsOptions {
  readonly registry: ModelRegistry;
  /** Of a browser that is connected and has one; else null. */
  modelOf(browserId: string): LinkModel | null;
  nameOf(browserId: string): string;
  now(): number;
}

type AnswerEvent = Exclude<ModelEvent, { kind: 'started' }>;

/** What the browser calls it is not told. */
const modelName = 'built-in';
const listed = { name: modelName, title: null, context: null, tools: 'text', pictures: false, bytes: null } as const;

export class BrowserModels implements Asked {
  readonly #options: BrowserModelsOptions;

  constructor(options: BrowserModelsOptions) {
    this.#options = options;
  }

  /** A browser came, went or was approved. One whose model cannot be had is no provider, unless it was one. */
  async look(browserId: string): Promise<void> {
    const { registry, modelOf, nameOf, now } = this.#options;
    const state = (await modelOf(browserId)?.state()) ?? null;
    const known = registry.list().find(record => record.browserId === browserId);
    if (!known && (state === null || state === 'unavailable')) return;
    const name = `Chrome, ${nameOf(browserId)}`.slice(0, 60);
    const given = { type: 'chrome', name, baseUrl: null, browserId, program: null } as const;
    const { id, lastSeenAt } = known ?? (await registry.add(given));
    if (state === 'available') await registry.listed(id, { models: [listed], version: null });
    registry.setState(id, stateOf(state, { since: now(), lastSeenAt }));
  }

  /** Resolves once the browser has begun it; how it goes on is in the state. */
  async download(record: ProviderRecord): Promise<void> {
    const model = this.#expect(record);
    const { registry, now } = this.#options;
    registry.setState(record.id, { kind: 'downloading', since: now(), percent: null });
    const look = () => this.look(record.browserId ?? '');
    model
      .download()
      .then(look, look)
      .catch(() => {});
  }

  async *ask(record: ProviderRecord, _model: string, asked: AskedOfModel): AsyncGenerator<AnswerEvent> {
    const model = this.#expect(record);
    const pieces: string[] = [];
    let wake = () => {};
    const tell = (text: string) => {
      pieces.push(text);
      wake();
    };
    let end: { input: number | null } | { error: unknown } | null = null;
    const ending = model.ask(promptsOf(asked), asked.signal, tell).then(
      input => (end = { input }),
      (error: unknown) => (end = { error }),
    );
    void ending.then(() => wake());
    for (;;) {
      const text = pieces.splice(0).join('');
      if (text !== '') yield { kind: 'text', text };
      else if (end !== null) break;
      else await new Promise<void>(resolve => (wake = resolve));
    }
    yield this.#ended(record, await ending, asked.signal);
  }

  #ended(record: ProviderRecord, end: { input: number | null } | { error: unknown }, signal: AbortSignal): AnswerEvent {
    if ('input' in end) return { kind: 'end', finish: 'stop', usage: { input: end.input, output: null } };
    if (signal.aborted) throw signal.reason;
    const said = end.error instanceof Error ? end.error.message : String(end.error);
    throw hubError('ERR_MODEL_FAILED', { kind: 'model-said', provider: record.name, said });
  }

  #expect({ browserId, name }: ProviderRecord): LinkModel {
    const model = browserId === null ? null : this.#options.modelOf(browserId);
    if (model) return model;
    throw hubError('ERR_MODEL_FAILED', { kind: 'model-browser-away', provider: name });
  }
}

function stateOf(
  state: CompanionModelState | null,
  { since, lastSeenAt }: { readonly since: number; readonly lastSeenAt: number | null },
): ProviderState {
  switch (state) {
    case 'available':
      return { kind: 'ready', since, answersInMs: null };
    case 'downloadable':
      return { kind: 'not-downloaded', since };
    case 'downloading':
      return { kind: 'downloading', since, percent: null };
    default:
      return { kind: 'not-running', since, lastSeenAt };
  }
}

/** It knows texts of three roles alone: what tools brought is said by the user. */
function promptsOf({ system, messages }: AskedOfModel): OwnPrompt[] {
  const head: OwnPrompt[] = system ? [{ role: 'system', content: system }] : [];
  return [...head, ...messages.flatMap(promptOf)];
}

function promptOf(message: ModelMessage): OwnPrompt[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.parts.map(part => (part.kind === 'text' ? part.text : '')).join('\n') }];
    case 'tool':
      return [{ role: 'user', content: `Result of ${message.name}: ${message.text}` }];
    default: {
      const calls = message.toolCalls.map(({ name, arguments: args }) => JSON.stringify({ name, arguments: args }));
      const content = [message.text, ...calls].filter(text => text !== '').join('\n');
      return content === '' ? [] : [{ role: 'assistant', content }];
    }
  }
}
