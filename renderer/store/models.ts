// The providers of models: their order, which of them can answer, and which model is used where nobody names one.
import { type ModelUse, modelChoiceId } from '../../contract/models.ts';
import type { ModelChoice, ModelProvider, ModelRef } from '../../contract/schemas/models.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

type Providers = Snapshot['modelProviders'];

/** Those of this machine first, then by name. */
export function providersInOrder(providers: Providers): ModelProvider[] {
  return Object.values(providers).sort(
    (a, b) => Number(b.isLocal) - Number(a.isLocal) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  );
}

/** Whether it answers now; a program that rests starts when it is asked. */
export function isReady({ state, program }: Pick<ModelProvider, 'state' | 'program'>): boolean {
  if (state.kind === 'ready' || state.kind === 'running') return true;
  return program !== null && (state.kind === 'stopped' || state.kind === 'loading');
}

/** States in which nothing can be asked until a person has done something. */
const troubles: ReadonlySet<ModelProvider['state']['kind']> = new Set([
  'timed-out',
  'key-missing',
  'key-refused',
  'failed',
  'unapproved',
  'file-changed',
  'crashed',
]);

export function troubledProviders({ modelProviders }: Pick<Snapshot, 'modelProviders'>): ModelProvider[] {
  return Object.values(modelProviders).filter(({ state }) => troubles.has(state.kind));
}

/** Chrome's own model is there with its browser; until somebody asks for it, it is nothing that was set up. */
export function isSetUp({ type, state }: Pick<ModelProvider, 'type' | 'state'>): boolean {
  return type !== 'chrome' || state.kind === 'ready' || state.kind === 'downloading';
}

export function choiceOf(
  { modelChoices }: Pick<Snapshot, 'modelChoices'>,
  key: ModelChoice['key'],
): ModelChoice | undefined {
  return modelChoices[modelChoiceId(key)];
}

/** The model that pages use unless they name another, and who provides it; null where there is none. */
export function siteModel(
  snapshot: Pick<Snapshot, 'modelChoices' | 'modelProviders'>,
): { readonly model: string; readonly provider: ModelProvider } | null {
  const found = modelFor(snapshot, 'sites');
  const provider = found && snapshot.modelProviders[found.providerId];
  return found && provider ? { model: found.model, provider } : null;
}

/** The model that is used there unless another one is named; null where there is none. */
export function modelFor(snapshot: Pick<Snapshot, 'modelChoices'>, use: ModelUse): ModelRef | null {
  return choiceOf(snapshot, { kind: 'use', use })?.effective ?? null;
}
