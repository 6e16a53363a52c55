// The hub's models as chat sees them: what a name means now, what is known of that model, and which others are ready.
import { reasonOf } from '../../../contract/reason.ts';
import { modelName } from './chat-models.ts';
import type { ProviderType } from '../../../contract/models.ts';
import type { ChatModel } from '../../../contract/schemas/chat.ts';
import type { Model, ModelRef } from '../../../contract/schemas/models.ts';
import type { ModelEvent, ModelRequest, ModelUsage } from '../models/model-answer.ts';
import type { Models } from '../models/models.ts';
import type { ChatModels, MeantModel } from './chat-models.ts';

/** Those that answer now, and programs of ours that start when they are asked. */
const readyStates: ReadonlySet<string> = new Set(['ready', 'running', 'stopped', 'loading']);
/** Of other providers nobody knows whether a model reads pictures until it says so. */
const picturesByDefault: ReadonlySet<ProviderType> = new Set(['openai', 'anthropic', 'google']);
/** Models of these do not call tools unless they say so. */
const noToolsByDefault: ReadonlySet<ProviderType> = new Set(['ollama', 'llamafile', 'chrome']);
const maxReady = 6;

export class HubModels implements ChatModels {
  readonly #models: Models;

  constructor(models: Models) {
    this.#models = models;
  }

  meant(name: string | null): MeantModel {
    const { registry, choices } = this.#models.parts;
    try {
      const ref = choices.resolve(name, 'chat');
      const { isOn, name: provider, models } = registry.get(ref.providerId);
      const known = this.#models.list(ref.providerId).find(one => one.name === ref.model);
      const model = this.#chatModel(ref, known);
      if (!isOn) return { model, trouble: { kind: 'model-provider-off', provider } };
      // It may be there all the same, since the list was asked for: the provider will say.
      return { model, trouble: models !== null && !known ? { kind: 'chat-model-gone', model: ref.model } : null };
    } catch (error) {
      return { model: null, trouble: reasonOf(error) };
    }
  }

  ready(): readonly string[] {
    const { registry } = this.#models.parts;
    const chosen = this.meant(null).model;
    const able = registry.list().filter(({ id, isOn }) => isOn && readyStates.has(registry.state(id).kind));
    const names = able.flatMap(({ id: providerId }) =>
      this.#models
        .list(providerId)
        .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
        .map(({ name: model }) => modelName({ providerId, model })),
    );
    const first = chosen ? modelName(chosen) : null;
    return names.toSorted((one, other) => Number(other === first) - Number(one === first)).slice(0, maxReady);
  }

  costOf(model: ModelRef, usage: ModelUsage): number | null {
    return this.#models.parts.usage.costOf(model, usage);
  }

  stream(request: ModelRequest): AsyncIterable<ModelEvent> {
    return this.#models.parts.calls.stream(request);
  }

  #chatModel({ providerId, model }: ModelRef, known: Model | undefined): ChatModel {
    const { name, type, goesTo } = this.#models.parts.registry.row(providerId);
    const tools = known?.tools ?? null;
    return {
      ...{ providerId, model, goesTo, provider: name },
      callsTools: tools === null ? !noToolsByDefault.has(type) : tools === 'native',
      readsPictures: known?.pictures ?? picturesByDefault.has(type),
      contextTokens: known?.context ?? null,
    };
  }
}
