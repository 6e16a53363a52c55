// Which model is meant: what the user chose for chat, for sites and for each type, aliases, and every way in which a model is named.
import { modelChoiceId, modelUses, providerTypes } from '../../../contract/models.ts';
import { hubError } from '../../../words/hub-error.ts';
import { resolveModel } from './resolve-model.ts';
import type { ModelUse } from '../../../contract/models.ts';
import type { ChosenModels } from '../../../contract/schemas/model-records.ts';
import type { ModelChoice, ModelChoiceKey, ModelRef } from '../../../contract/schemas/models.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { ModelRegistry } from './model-registry.ts';

export interface ModelChoicesOptions {
  readonly state: StateWriter;
  readonly registry: ModelRegistry;
  readonly rows: ChosenModels;
  readonly persist: (chosen: ChosenModels) => Promise<void>;
}

/** States in which a provider answers, or may. */
const mayAnswer = new Set(['ready', 'running', 'stopped', 'loading', 'unknown']);

export class ModelChoices {
  readonly #options: ModelChoicesOptions;
  readonly #chosen = new Map<string, ChosenModels[number]>();
  readonly #shown = new Set<string>();

  constructor(options: ModelChoicesOptions) {
    this.#options = options;
    for (const row of options.rows) this.#chosen.set(modelChoiceId(row.key), row);
    options.registry.onChanged(() => this.show());
  }

  /** Null takes it back. Rejects with HubError for a provider that is gone. */
  async choose(key: ModelChoiceKey, model: ModelRef | null): Promise<void> {
    const id = modelChoiceId(key);
    if (model) {
      this.#options.registry.get(model.providerId);
      this.#chosen.set(id, { key, model });
    } else this.#chosen.delete(id);
    await this.#keep();
    for (const { id: providerId } of this.#options.registry.list()) this.#options.registry.refresh(providerId);
    this.show();
  }

  /** Nothing names it any more. */
  async forget(providerId: string): Promise<void> {
    for (const [id, { model }] of this.#chosen) if (model.providerId === providerId) this.#chosen.delete(id);
    await this.#keep();
    this.show();
  }

  /** The model that the user chose for its type, where that is one of this provider. */
  ofType(providerId: string): string | null {
    const type = this.#options.registry.find(providerId)?.type;
    const model = type && this.#chosen.get(modelChoiceId({ kind: 'type', type }))?.model;
    return model && model.providerId === providerId ? model.model : null;
  }

  list(): ModelChoice[] {
    const uses = modelUses.map((use): ModelChoiceKey => ({ kind: 'use', use }));
    const present = new Set(this.#options.registry.list().map(({ type }) => type));
    const types = providerTypes
      .filter(type => present.has(type))
      .map((type): ModelChoiceKey => ({ kind: 'type', type }));
    const aliases = [...this.#chosen.values()].flatMap(({ key }) => (key.kind === 'alias' ? [key] : []));
    return [...uses, ...types, ...aliases].map(key => this.#choice(key));
  }

  /** Throws HubError where nothing is meant by it. */
  resolve(model: string | null, use: ModelUse): ModelRef {
    if (model === null || model === '' || model === 'default') {
      const found = this.#effective({ kind: 'use', use });
      if (found) return found;
      throw hubError('ERR_MODEL_FAILED', { kind: 'model-none-chosen' });
    }
    const { registry } = this.#options;
    const providers = registry.list().map(record => ({ ...record, defaultModel: registry.defaultModel(record.id) }));
    const aliases = new Map(this.#aliases());
    const preferred = this.#effective({ kind: 'use', use })?.providerId ?? null;
    const ofType = (type: (typeof providerTypes)[number]) =>
      this.#effective({ kind: 'type', type })?.providerId ?? null;
    const found = resolveModel(model, { providers, aliases, preferred, ofType });
    if (found.kind === 'found') return found.ref;
    throw hubError('ERR_MODEL_FAILED', found.reason);
  }

  show(): void {
    const { state } = this.#options;
    const before = new Set(this.#shown);
    this.#shown.clear();
    for (const choice of this.list()) {
      const id = modelChoiceId(choice.key);
      state.set('modelChoices', id, choice);
      this.#shown.add(id);
    }
    for (const id of before) if (!this.#shown.has(id)) state.remove('modelChoices', id);
  }

  #choice(key: ModelChoiceKey): ModelChoice {
    return { key, chosen: this.#chosen.get(modelChoiceId(key))?.model ?? null, effective: this.#effective(key) };
  }

  #aliases(): [string, ModelRef][] {
    return [...this.#chosen.values()].flatMap(({ key, model }) => (key.kind === 'alias' ? [[key.name, model]] : []));
  }

  /** What is chosen holds as long as its provider is there and on; for sites, what holds for chat; else the first that may answer. */
  #effective(key: ModelChoiceKey): ModelRef | null {
    const chosen = this.#chosen.get(modelChoiceId(key))?.model;
    if (chosen && this.#options.registry.find(chosen.providerId)?.isOn) return chosen;
    if (key.kind === 'alias') return null;
    if (key.kind === 'use' && key.use === 'sites') return this.#effective({ kind: 'use', use: 'chat' });
    return this.#first(key.kind === 'type' ? key.type : null);
  }

  #first(type: (typeof providerTypes)[number] | null): ModelRef | null {
    const { registry } = this.#options;
    const able = registry.list().flatMap(({ id: providerId, type: own, isOn }) => {
      const model = registry.defaultModel(providerId);
      const fits = isOn && (type === null || own === type) && mayAnswer.has(registry.state(providerId).kind);
      return fits && model !== null ? [{ providerId, model }] : [];
    });
    const isReady = ({ providerId }: ModelRef) => ['ready', 'running'].includes(registry.state(providerId).kind);
    return able.find(isReady) ?? able[0] ?? null;
  }

  #keep(): Promise<void> {
    return this.#options.persist([...this.#chosen.values()]);
  }
}
