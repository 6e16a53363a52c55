// How models and their providers are called on this wire: `type:model` where the type alone means that provider, `id:model` of any other.
import { providerFacts, providerTypes } from '../../../../contract/models.ts';
import type { ProviderType } from '../../../../contract/models.ts';
import type { ModelRef } from '../../../../contract/schemas/models.ts';
import type { Models } from '../../models/models.ts';

/** Those that programs of this wire may add. */
export type HarborProviderType = Exclude<ProviderType, 'chrome'>;

export const harborTypes: readonly HarborProviderType[] = providerTypes.filter(type => type !== 'chrome');

export function isHarborType(text: string): text is HarborProviderType {
  return harborTypes.some(type => type === text);
}

export function typeFacts(type: ProviderType): { needs_api_key: boolean; is_local: boolean } {
  const { key, baseUrl } = providerFacts[type];
  const is_local = type === 'compatible' || (baseUrl !== null && new URL(baseUrl).hostname === '127.0.0.1');
  return { needs_api_key: key === 'needed', is_local };
}

export function modelId({ parts }: Models, { providerId, model }: ModelRef): string {
  const { type } = parts.registry.get(providerId);
  const named = resolved({ parts }, `${type}:${model}`);
  return `${named?.providerId === providerId ? type : providerId}:${model}`;
}

/** What the name means, or null. */
export function resolved({ parts }: Pick<Models, 'parts'>, name: string | null): ModelRef | null {
  try {
    return parts.choices.resolve(name, 'sites');
  } catch {
    return null;
  }
}

/** The provider that an instance's id or a type means, or null. */
export function providerNamed({ parts }: Models, name: string): string | null {
  const { registry, choices } = parts;
  if (registry.find(name)) return name;
  const own = registry.list().filter(({ type }) => type === name);
  const chosen = choices.list().find(({ key }) => key.kind === 'type' && key.type === name)?.effective?.providerId;
  return own.find(({ id }) => id === chosen)?.id ?? own[0]?.id ?? null;
}
