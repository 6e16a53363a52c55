// The models that a conversation can be given, by provider: those that are ready first. Pure.

import { isReady, modelFor, providersInOrder } from '../../store/models.ts';
import { modelName } from '../../words/model-words.ts';
import type { Model, ModelProvider } from '../../../contract/schemas/models.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

/** As `ChatSettings.model` has it. */
export function modelId(providerId: string, model: string): string {
  return `${providerId}:${model}`;
}

/** What Chat uses where nothing is chosen; null where there is no model at all. */
export function chatDefault(snapshot: Pick<Snapshot, 'modelChoices'>): string | null {
  const model = modelFor(snapshot, 'chat');
  return model && modelId(model.providerId, model.model);
}

/** Those that answer, or will once they are asked; those of this machine first. */
export function usableProviders({ modelProviders }: Pick<Snapshot, 'modelProviders'>): ModelProvider[] {
  return providersInOrder(modelProviders).filter(provider => isReady(provider) || provider.state.kind === 'unknown');
}

/** The model's own name within such an id. */
export function shortModel(id: string): string {
  const at = id.indexOf(':');
  return at < 0 ? id : id.slice(at + 1);
}

/** With its provider, as it is called. */
export function modelTitle(snapshot: Pick<Snapshot, 'modelProviders'>, id: string): string {
  return modelName(snapshot, { providerId: id.slice(0, Math.max(0, id.indexOf(':'))), model: shortModel(id) });
}

export interface ModelGroup {
  readonly provider: ModelProvider;
  readonly models: readonly Model[];
}

/** Those whose name holds the text; a provider without one goes. */
export function foundModels(groups: readonly ModelGroup[], text: string): ModelGroup[] {
  const wanted = text.trim().toLowerCase();
  return groups
    .map(({ provider, models }) => ({
      provider,
      models: models.filter(({ name }) => `${provider.name} ${name}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ models }) => models.length > 0);
}
