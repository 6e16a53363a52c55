// Where on Models something is: a provider and one of its tabs (`ollama`, `ollama/usage`), or a sheet over them (`+key`, `$`).

export const providerTabs = ['now', 'models', 'usage', 'limits', 'log', 'config'] as const;
export type ProviderTab = (typeof providerTabs)[number];

/** What can be added. */
export const addKinds = ['local', 'key', 'address', 'file'] as const;
export type AddKind = (typeof addKinds)[number];

/** No id of a provider begins with one of these. */
const adding = '+';
const prices = '$';

export type ModelsPlace =
  | { readonly kind: 'providers'; readonly providerId: string | null; readonly tab: ProviderTab }
  | { readonly kind: 'add'; readonly what: AddKind }
  | { readonly kind: 'prices' };

export function providerPath(providerId: string, tab: ProviderTab = 'now'): string {
  return tab === 'now' ? providerId : `${providerId}/${tab}`;
}

export function addPath(what: AddKind): string {
  return `${adding}${what}`;
}

export const pricesPath = prices;

export function readModelsPath(selected: string | null): ModelsPlace {
  if (selected?.startsWith(adding))
    return { kind: 'add', what: addKinds.find(kind => kind === selected.slice(adding.length)) ?? 'local' };
  if (selected === prices) return { kind: 'prices' };
  const [providerId = null, name] = selected?.split('/') ?? [];
  return { kind: 'providers', providerId, tab: providerTabs.find(tab => tab === name) ?? 'now' };
}
