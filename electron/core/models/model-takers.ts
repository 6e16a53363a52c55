// Takes providers of models, with their keys and the names that their user gave, over from a home of Harbor.
import { providerFacts, providerTypes } from '../../../contract/models.ts';
import { freeAlias } from './alias-name.ts';
import type { ProviderType } from '../../../contract/models.ts';
import type { HarborModels, ThingTakers } from '../servers/import/harbor-home/home-things.ts';
import type { Models } from './models.ts';

type TakenType = Exclude<ProviderType, 'chrome'>;

/** What is asked of a provider is asked when it is used: one that does not run now is taken over too. */
export function modelTakers(models: Models): Pick<ThingTakers, 'models'> {
  return {
    models: {
      take: thing => take(models, thing.models),
      isHere: ({ models: { provider } }) => {
        const { type, baseUrl } = wanted(provider);
        const { registry } = models.parts;
        return registry.list().some(one => one.type === type && one.baseUrl === baseUrl);
      },
      refusal: ({ models: { provider } }) => {
        const { type, baseUrl } = wanted(provider);
        if (type === null) return { kind: 'model-type-other', type: provider.provider_type.slice(0, 200) };
        return baseUrl === null ? { kind: 'model-no-address' } : null;
      },
    },
  };
}

async function take(models: Models, { provider, models: named, defaultModel, isDefaultProvider }: HarborModels) {
  const { type, baseUrl } = wanted(provider);
  if (type === null || baseUrl === null) return;
  const key = providerFacts[type].key === 'none' ? undefined : (provider.api_key ?? undefined);
  const { id: providerId } = await models.add({ type, name: provider.name, baseUrl, key, unchecked: true });
  if (!provider.enabled) await models.set(providerId, { isOn: false, unchecked: true });
  const { choices } = models.parts;
  const taken = new Set(choices.list().flatMap(({ key: of }) => (of.kind === 'alias' ? [of.name] : [])));
  for (const { name, model_id: id } of named) {
    const alias = freeAlias(name, taken);
    taken.add(alias);
    await choices.choose({ kind: 'alias', name: alias }, { providerId, model: modelIn(id) });
  }
  // What the user has chosen here stays.
  const usual = choices.list().find(({ key: of }) => of.kind === 'use' && of.use === 'chat');
  if (defaultModel !== null && isDefaultProvider && !usual?.chosen)
    await choices.choose({ kind: 'use', use: 'chat' }, { providerId, model: modelIn(defaultModel) });
}

function wanted({ provider_type: found, base_url: address }: HarborModels['provider']) {
  const type = providerTypes.find((one): one is TakenType => one === found && one !== 'chrome') ?? null;
  const own = address && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
  return { type, baseUrl: own ?? (type && providerFacts[type].baseUrl) };
}

/** Behind the name of its provider. */
function modelIn(id: string): string {
  return id.replace(/^[^:/]*[:/]/, '');
}
