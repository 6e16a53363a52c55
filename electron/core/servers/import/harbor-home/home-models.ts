// What a Harbor home says of models: `llm.json` of the newer generation in both of its versions, and the keys of the older one.
import { join } from 'node:path';
import { type LlmConfig, LlmConfigSchema, OlderLlmConfigSchema } from '../../../../../contract/schemas/harbor-home.ts';
import { readHomeFile } from './home-file.ts';
import type { HomeNotes } from './home-file.ts';
import type { HarborThing } from './home-things.ts';

/** `keys` are those of the older generation, by the type of their provider. */
export async function readHomeModels(
  folder: string,
  keys: Readonly<Record<string, string>>,
  notes: HomeNotes,
): Promise<HarborThing[]> {
  const config = await readHomeFile(join(folder, 'llm.json'), folder, AnyLlmConfigSchema, notes);
  const { providers, models, default_model: usual, default_provider: first } = withKeys(config ?? noConfig, keys);
  return Object.values(providers).map(provider => {
    const own = models.filter(({ model_id: id }) => [provider.id, provider.provider_type].includes(providerIn(id)));
    const isUsual = usual && [provider.id, provider.provider_type].includes(providerIn(usual));
    const given = {
      provider,
      models: own,
      defaultModel: isUsual ? usual : null,
      isDefaultProvider: first === provider.id,
    };
    return { kind: 'models', name: provider.name, models: given } as const;
  });
}

const noConfig: LlmConfig = { providers: {}, models: [] };

/** Version 1 has none and names providers by their type. */
const AnyLlmConfigSchema = LlmConfigSchema.or(
  OlderLlmConfigSchema.transform(({ default_model, providers }): LlmConfig => {
    const instances = Object.entries(providers).map(([type, settings]) => [
      type,
      { id: type, provider_type: type, name: type, is_type_default: true, ...settings },
    ]);
    const [first] = (default_model ?? '').split(':');
    const isThere = first !== undefined && Object.hasOwn(providers, first);
    return {
      default_model,
      default_provider: isThere ? first : null,
      providers: Object.fromEntries(instances),
      models: [],
    };
  }),
);

function withKeys(config: LlmConfig, keys: Readonly<Record<string, string>>): LlmConfig {
  const known = Object.values(config.providers).map(({ provider_type: type }) => type);
  const missing = Object.entries(keys).filter(([type]) => !known.includes(type));
  const more = missing.map(([type, key]) => [
    type,
    { id: type, provider_type: type, name: type, enabled: true, api_key: key, is_type_default: true },
  ]);
  return { ...config, providers: { ...config.providers, ...Object.fromEntries(more) } };
}

/** A model's id begins with its provider, and a colon or a slash. */
function providerIn(modelId: string): string {
  return modelId.split(/[:/]/, 1)[0] ?? '';
}
