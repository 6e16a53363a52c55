// Providers and models of the hub in the shapes of the wire, and which of them this connection has made the active one.
import { providerNamed, resolved } from '../b/llm-names.ts';
import { Fault } from './asked.ts';
import { reasonFor } from './llm-words.ts';
import type { Model, ModelProvider, ModelRef } from '../../../../contract/schemas/models.ts';
import type { Models } from '../../models/models.ts';
import type { Answer } from './asked.ts';

/** A program that is stopped is started by whoever asks it. */
const able: ReadonlySet<string> = new Set(['ready', 'running', 'stopped', 'loading']);
/** What may have changed since without anybody asking. */
const restless: ReadonlySet<string> = new Set(['unknown', 'not-running', 'timed-out']);

/** Of one connection. Its choice changes nothing for anybody else. */
export class LlmProviders {
  readonly #models: Models;
  #chosen: { readonly providerId: string; readonly model: string | null } | null = null;

  constructor(models: Models) {
    this.#models = models;
  }

  rows(): ModelProvider[] {
    const { registry } = this.#models.parts;
    return registry.list().map(({ id }) => registry.row(id));
  }

  /** Asks those of which nothing is known whether they are there. */
  async look(): Promise<void> {
    const unknown = this.rows().filter(({ state, program }) => !program && restless.has(state.kind));
    await Promise.all(unknown.map(({ id }) => this.#models.check(id).catch(() => {})));
  }

  /** The type where that alone means it, as programs of this wire know providers; else its own id. */
  wireId(id: string): string {
    const { type } = this.#models.parts.registry.get(id);
    return providerNamed(this.#models, type) === id ? type : id;
  }

  status(row: ModelProvider): Answer {
    const available = isAble(row);
    const why = available ? null : reasonFor(row);
    const models = available ? { models: this.models(row.id) } : {};
    return {
      id: this.wireId(row.id),
      name: row.name,
      available,
      baseUrl: row.baseUrl ?? '',
      ...(row.version !== null && { version: row.version }),
      supportsTools: this.#models.list(row.id).some(callsTools),
      ...models,
      ...(why !== null && { error: why }),
      checkedAt: row.checkedAt ?? 0,
    };
  }

  models(providerId: string): Answer[] {
    return this.#models.list(providerId).map(model => ({
      id: model.name,
      name: model.title ?? model.name,
      supportsTools: callsTools(model),
      provider: this.wireId(providerId),
    }));
  }

  /** What is asked where a message names nothing: what this connection has chosen, else the user's model for sites. */
  active(): ModelRef | null {
    const chosen = this.#chosen;
    if (!chosen || !this.#models.parts.registry.find(chosen.providerId)) return resolved(this.#models, null);
    const model = chosen.model ?? this.#models.parts.registry.defaultModel(chosen.providerId);
    return model === null ? null : { providerId: chosen.providerId, model };
  }

  /** Throws the wire's `llm_error` for a provider that is not there. */
  choose(name: string, model: string | null): ModelRef | null {
    this.#chosen = { providerId: this.expect(name).id, model };
    return this.active();
  }

  expect(name: string): ModelProvider {
    const id = providerNamed(this.#models, name);
    if (id !== null) return this.#models.parts.registry.row(id);
    throw new Fault('llm_error', `Provider not available: ${name.slice(0, 200)}`);
  }

  /** The name by which models are asked; null for the user's own choice. */
  nameFor(provider: string | undefined, model: string | undefined): string | null {
    if (provider === undefined && model !== undefined)
      return resolved(this.#models, model) ? model : this.#ofActive(model);
    const ref = provider === undefined ? this.active() : this.#refOf(this.expect(provider).id, model);
    return ref && `${ref.providerId}:${ref.model}`;
  }

  #ofActive(model: string): string | null {
    const active = this.active();
    return active && `${active.providerId}:${model}`;
  }

  #refOf(providerId: string, model: string | undefined): ModelRef | null {
    const named = model ?? this.#models.parts.registry.defaultModel(providerId);
    return named === null ? null : { providerId, model: named };
  }
}

export function isAble({ state }: ModelProvider): boolean {
  return able.has(state.kind);
}

function callsTools({ tools }: Model): boolean {
  return tools === 'native';
}
