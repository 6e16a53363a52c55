// Reads the name of a model as those who ask write it: `type:rest`, `type/rest`, an instance, an alias, a model's own name. Pure.
import { providerTypes } from '../../../contract/models.ts';
import type { ProviderType } from '../../../contract/models.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ProviderRecord } from '../../../contract/schemas/model-records.ts';
import type { ModelRef } from '../../../contract/schemas/models.ts';

export type NamedProvider = Pick<ProviderRecord, 'id' | 'type' | 'isOn' | 'models'> & {
  readonly defaultModel: string | null;
};

export interface KnownModels {
  readonly providers: readonly NamedProvider[];
  readonly aliases: ReadonlyMap<string, ModelRef>;
  /** The provider that is asked first where several have a model of that name. */
  readonly preferred: string | null;
  /** The provider that a type alone means. */
  ofType(type: ProviderType): string | null;
}

type Resolved = { readonly kind: 'found'; readonly ref: ModelRef } | { readonly kind: 'none'; readonly reason: Reason };

export function resolveModel(name: string, known: KnownModels): Resolved {
  const alias = known.aliases.get(name);
  if (alias) return { kind: 'found', ref: alias };
  // The first colon alone: what follows may have others, such as `qwen2.5:14b`.
  const named = split(name, ':', known) ?? split(name, '/', known) ?? (isOf(name, known) ? [name, ''] : null);
  const meant = named && ofProvider(named[0], named[1], known);
  if (meant?.kind === 'found') return meant;
  // Some call their models by the names of others: OpenRouter has an `openai/gpt-4o`.
  const own = byOwnName(name, known);
  return own.kind === 'found' ? own : (meant ?? own);
}

function split(name: string, sign: string, known: KnownModels): [string, string] | null {
  const at = name.indexOf(sign);
  const [head, rest] = [name.slice(0, at), name.slice(at + 1)];
  return at > 0 && isOf(head, known) ? [head, rest] : null;
}

function isOf(head: string, { providers }: KnownModels): boolean {
  return isType(head) || providers.some(({ id }) => id === head);
}

function isType(head: string): head is ProviderType {
  return providerTypes.some(type => type === head);
}

/** A model that an instance is asked for by name is asked for, listed or not; of a type, the instance that lists it is taken. */
function ofProvider(head: string, model: string, known: KnownModels): Resolved {
  const instance =
    known.providers.find(({ id }) => id === head) ?? (isType(head) ? instanceOf(head, model, known) : null);
  if (!instance) return { kind: 'none', reason: { kind: 'model-provider-gone', provider: head } };
  const wanted = model === '' || model === 'default' ? instance.defaultModel : model;
  if (wanted !== null)
    return { kind: 'found', ref: { providerId: instance.id, model: listedName(instance, wanted) ?? wanted } };
  return { kind: 'none', reason: { kind: 'model-none-of-provider', provider: head } };
}

function instanceOf(type: ProviderType, model: string, { providers, ofType }: KnownModels): NamedProvider | null {
  const chosen = ofType(type);
  const own = inOrder(providers, chosen).filter(provider => provider.type === type);
  return (
    own.find(provider => provider.isOn && listedName(provider, model) !== null) ??
    own.find(({ isOn }) => isOn) ??
    own[0] ??
    null
  );
}

function byOwnName(name: string, { providers, preferred }: KnownModels): Resolved {
  for (const provider of inOrder(providers, preferred)) {
    const model = provider.isOn ? listedName(provider, name) : null;
    if (model !== null) return { kind: 'found', ref: { providerId: provider.id, model } };
  }
  return { kind: 'none', reason: { kind: 'model-unknown', model: name } };
}

/** Ollama's `llama3.2` is `llama3.2:latest`. */
function listedName({ models }: NamedProvider, name: string): string | null {
  const names = (models ?? []).map(model => model.name);
  return names.find(one => one === name) ?? names.find(one => one === `${name}:latest`) ?? null;
}

function inOrder(providers: readonly NamedProvider[], first: string | null): NamedProvider[] {
  return [...providers].sort((a, b) => Number(b.id === first) - Number(a.id === first));
}
