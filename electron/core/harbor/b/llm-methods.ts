// `llm.*` that only look: the hub's providers and models, in the shapes of this wire.
import { z } from 'zod';
import { modelChoiceId, providerFacts } from '../../../../contract/models.ts';
import { inEnglish } from '../../../../words/english.ts';
import { invalid } from './answers.ts';
import { harborTypes, modelId, providerNamed, resolved, typeFacts } from './llm-names.ts';
import type { FoundModels, ModelProvider, ModelRef } from '../../../../contract/schemas/models.ts';
import type { Models } from '../../models/models.ts';
import type { HarborBMethod } from './harbor-b-session.ts';

const version = 2;

const listProviders: HarborBMethod = async ({ services: { models } }) => {
  const found = await lookAgain(models);
  const own = rowsOf(models).map(row => providerRow(models, row));
  const types = new Set(rowsOf(models).map(({ type }) => type));
  const others = harborTypes.filter(type => !types.has(type)).map(type => unconfiguredRow(type, found));
  return { result: { providers: [...own, ...others], default_provider: defaultRef(models)?.providerId ?? null } };
};

const listProviderTypes: HarborBMethod = async ({ services: { models } }) => {
  const count = (type: string) => models.parts.registry.list().filter(row => row.type === type).length;
  const provider_types = harborTypes.map(type => ({ type, ...typeFacts(type), instance_count: count(type) }));
  return { result: { provider_types } };
};

const listModels: HarborBMethod = async ({ services: { models } }) => {
  await lookAgain(models);
  const rows = rowsOf(models).filter(isAble);
  const all = rows.flatMap(({ id: providerId, type }) =>
    models.list(providerId).map(({ name: model }) => ({
      id: modelId(models, { providerId, model }),
      provider: type,
      owned_by: type,
    })),
  );
  return { result: { models: all } };
};

const health: HarborBMethod = async ({ services: { models } }) => {
  await lookAgain(models);
  return { result: { status: 'ok', providers: rowsOf(models).map(row => statusOf(models, row)) } };
};

const checkProvider: HarborBMethod = async ({ services: { models } }, { params }) => {
  const name = z.object({ provider: z.string().min(1).max(200) }).safeParse(params).data?.provider;
  if (name === undefined) throw invalid("Missing 'provider' parameter");
  const id = providerNamed(models, name);
  if (id === null)
    return { result: { provider: name, available: false, error: 'It is not among the providers in Pilothouse.' } };
  await models.check(id);
  return { result: statusOf(models, models.parts.registry.row(id)) };
};

const getConfig: HarborBMethod = async ({ services: { models } }) => {
  const shown = rowsOf(models).map(row => {
    const { id, type, name, base_url, has_api_key, is_type_default } = providerRow(models, row);
    return [id, { id, type, name, enabled: row.state.kind !== 'off', has_api_key, base_url, is_type_default }] as const;
  });
  const ref = defaultRef(models);
  const defaults = { default_model: ref && modelId(models, ref), default_provider: ref?.providerId ?? null };
  return { result: { version, ...defaults, providers: Object.fromEntries(shown) } };
};

const listConfigured: HarborBMethod = async ({ services: { models } }) => ({
  result: {
    models: configured(models).map(({ name, ref, isDefault }) => ({
      name,
      model_id: modelId(models, ref),
      is_default: isDefault,
    })),
  },
});

const configuredMetadata: HarborBMethod = async ({ services: { models } }) => ({
  result: {
    metadata: configured(models).map(({ ref }) => ({
      model_id: modelId(models, ref),
      is_local: models.parts.registry.row(ref.providerId).isLocal,
    })),
  },
});

/** The user's aliases, and in front of them what is used where nobody names a model, unless one of them is that. */
export function configured(models: Models): { name: string; ref: ModelRef; isDefault: boolean }[] {
  const main = defaultRef(models);
  const isMain = (ref: ModelRef) => ref.providerId === main?.providerId && ref.model === main.model;
  const named = models.parts.choices.list().flatMap(({ key, chosen }) => {
    if (key.kind !== 'alias' || !chosen || !models.parts.registry.find(chosen.providerId)) return [];
    return [{ name: key.name, ref: chosen, isDefault: isMain(chosen) }];
  });
  if (!main || named.some(({ isDefault }) => isDefault)) return named;
  return [{ name: main.model, ref: main, isDefault: true }, ...named];
}

function defaultRef(models: Models): ModelRef | null {
  return resolved(models, null);
}

function rowsOf({ parts: { registry } }: Models): ModelProvider[] {
  return registry.list().map(({ id }) => registry.row(id));
}

/** Those of which nothing is known yet are asked, and this machine is looked at: what runs here counts without being added. */
async function lookAgain(models: Models): Promise<FoundModels[]> {
  const unknown = rowsOf(models).filter(({ state, program }) => !program && restless.has(state.kind));
  const [found] = await Promise.all([
    models.look().then(
      ({ found: here }) => here,
      () => [],
    ),
    ...unknown.map(({ id }) => models.check(id).catch(() => {})),
  ]);
  return found;
}

/** What may have changed since without anybody asking. */
const restless: ReadonlySet<string> = new Set(['unknown', 'not-running', 'timed-out']);

function providerRow(models: Models, row: ModelProvider) {
  const { id, type, name, hasKey, isLocal, baseUrl } = row;
  const typeDefault = models.parts.choices.list().find(choice => modelChoiceId(choice.key) === `type:${type}`);
  return {
    id,
    type,
    name,
    configured: row.state.kind !== 'off' && (isLocal || hasKey),
    needs_api_key: typeFacts(type).needs_api_key,
    is_local: isLocal,
    is_default: defaultRef(models)?.providerId === id,
    is_type_default: typeDefault?.effective?.providerId === id,
    has_api_key: hasKey,
    base_url: baseUrl,
    available: isAble(row),
  };
}

function unconfiguredRow(type: (typeof harborTypes)[number], found: readonly FoundModels[]): Record<string, unknown> {
  const isHere = found.some(program => program.type === type && program.state === 'ready');
  const facts = typeFacts(type);
  const name = isHere ? `${providerFacts[type].name} (auto-detected)` : providerFacts[type].name;
  const not = { configured: false, is_default: false, is_type_default: false, has_api_key: false };
  return { id: type, type, name, ...not, ...facts, available: isHere };
}

function isAble({ state }: ModelProvider): boolean {
  return able.has(state.kind);
}

/** A program that is stopped is started by whoever asks. */
const able: ReadonlySet<string> = new Set(['ready', 'running', 'stopped', 'loading']);

function statusOf(models: Models, row: ModelProvider): Record<string, unknown> {
  const { id, type, state, version: said } = row;
  const error = 'why' in state ? { error: inEnglish(state.why) } : isAble(row) ? {} : { error: state.kind };
  const names = models.list(id).map(({ name }) => name);
  return {
    provider: type,
    id,
    available: isAble(row),
    ...error,
    ...(said !== null && { version: said }),
    models: names,
  };
}

export const llmMethods = {
  'llm.health': health,
  'llm.list_models': listModels,
  'llm.list_providers': listProviders,
  'llm.list_provider_types': listProviderTypes,
  'llm.check_provider': checkProvider,
  'llm.get_config': getConfig,
  'llm.list_configured_models': listConfigured,
  'llm.get_configured_models_metadata': configuredMetadata,
} satisfies Record<string, HarborBMethod>;
