// `llm.*` that change which models there are, or which is meant by what: each waits for the user's click in the panel, because they are the hub's
// for all who use it. Keys go to the keychain.
import { z } from 'zod';
import { HubError } from '../../../../contract/errors.ts';
import { freeAlias } from '../../models/alias-name.ts';
import { failed, invalid } from './answers.ts';
import { whenConfirmed } from './confirmed-change.ts';
import { configured } from './llm-methods.ts';
import { isHarborType, modelId, providerNamed, resolved } from './llm-names.ts';
import type { ModelRef } from '../../../../contract/schemas/models.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { HarborBMethod, HarborBSession } from './harbor-b-session.ts';

const Text = z.string().min(1).max(2_000);
const ProviderSchema = z.object({
  id: Text.nullish(),
  provider: Text.nullish(),
  type: Text.nullish(),
  name: z.string().trim().min(1).max(60).nullish(),
  api_key: z.string().trim().min(1).max(4_000).nullish(),
  base_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullish(),
  enabled: z.boolean().nullish(),
});
type ProviderAsked = z.infer<typeof ProviderSchema>;

const addProvider: HarborBMethod = async (session, request) => {
  const asked = asProvider(request);
  if (!asked.type) throw invalid("Missing 'type' parameter");
  if (!asked.name) throw invalid("Missing 'name' parameter");
  return { result: { ok: true, id: await add(session, request, asked.type, asked) } };
};

const configureProvider: HarborBMethod = async (session, request) => {
  const asked = asProvider(request);
  const { models } = session.services;
  const name = asked.id ?? asked.provider;
  if (!name) throw invalid("Missing 'provider' or 'id' parameter");
  if (asked.id && !models.parts.registry.find(asked.id)) throw notFound(asked.id);
  const own = models.parts.registry.list().filter(({ id, type }) => id === name || type === name);
  const [only] = own;
  if (!only || own.length > 1) return { result: { ok: true, id: await add(session, request, name, asked) } };
  const { id, name: shown } = only;
  const about = asked.base_url ? `${shown} (${asked.base_url})` : shown;
  await change(session, request, about, () =>
    models.set(id, {
      unchecked: true,
      ...(asked.name && { name: asked.name }),
      ...(asked.api_key && { key: asked.api_key }),
      ...(asked.base_url && { baseUrl: asked.base_url }),
      isOn: asked.enabled ?? true,
    }),
  );
  return { result: { ok: true, id } };
};

const removeProvider: HarborBMethod = async (session, request) => {
  const { models } = session.services;
  const id = expectProvider(session, needText(request.params, 'id'));
  await change(session, request, models.parts.registry.get(id).name, () => models.remove(id));
  return { result: { ok: true } };
};

const setDefaultProvider: HarborBMethod = async (session, request) => {
  const id = expectProvider(session, needText(request.params, 'id'));
  await chooseForSites(session, request, firstOf(session, id));
  return { result: { ok: true, default_provider: id } };
};

const setTypeDefault: HarborBMethod = async (session, request) => {
  const { registry, choices } = session.services.models.parts;
  const id = expectProvider(session, needText(request.params, 'id'));
  const ref = firstOf(session, id);
  const { type, name } = registry.get(id);
  await change(session, request, name, () => choices.choose({ kind: 'type', type }, ref));
  return { result: { ok: true } };
};

const setDefaultModel: HarborBMethod = async (session, request) => {
  const model = needText(request.params, 'model');
  await chooseForSites(session, request, expectModel(session, model));
  return { result: { ok: true, default_model: model } };
};

const addConfigured: HarborBMethod = async (session, request) => {
  const { choices } = session.services.models.parts;
  const model_id = needText(request.params, 'model_id');
  const ref = expectModel(session, model_id);
  const wanted = z.object({ name: Text.nullish() }).safeParse(request.params).data?.name ?? ref.model;
  const taken = new Set(configured(session.services.models).map(row => row.name));
  const name = freeAlias(wanted, taken);
  await change(session, request, `${name}: ${model_id}`, () => choices.choose({ kind: 'alias', name }, ref));
  return { result: { ok: true, name, model_id } };
};

const removeConfigured: HarborBMethod = async (session, request) => {
  const name = needText(request.params, 'name');
  expectConfigured(session, name);
  await change(session, request, name, () =>
    session.services.models.parts.choices.choose({ kind: 'alias', name }, null),
  );
  return { result: { ok: true } };
};

const setConfiguredDefault: HarborBMethod = async (session, request) => {
  const name = needText(request.params, 'name');
  await chooseForSites(session, request, expectConfigured(session, name));
  return { result: { ok: true, default: name } };
};

async function add(
  session: HarborBSession,
  request: IncomingRequest,
  type: string,
  { name, api_key, base_url }: ProviderAsked,
): Promise<string> {
  if (!isHarborType(type)) throw invalid(`Unsupported provider type: ${type.slice(0, 100)}`);
  const about = [name ?? type, base_url].filter(Boolean).join(', ');
  const given = { type, unchecked: true, name: name ?? undefined, baseUrl: base_url ?? undefined };
  return change(session, request, about, async () => {
    const { id } = await session.services.models.add({ ...given, key: api_key ?? undefined });
    void session.services.models.check(id).catch(() => {});
    return id;
  });
}

/** `about` names what is changed, never a key. What it fails with is told in the words of the wire. */
async function change<T>(
  session: HarborBSession,
  request: IncomingRequest,
  about: string,
  act: () => Promise<T>,
): Promise<T> {
  const what = { kind: 'harbor-models-set', method: request.method, about } as const;
  return whenConfirmed(session, request, what, act).catch((error: unknown) => {
    throw error instanceof HubError && error.code === 'ERR_PERMISSION_DENIED' ? error : failed('Not changed', error);
  });
}

async function chooseForSites(session: HarborBSession, request: IncomingRequest, ref: ModelRef): Promise<void> {
  const { models } = session.services;
  await change(session, request, modelId(models, ref), () =>
    models.parts.choices.choose({ kind: 'use', use: 'sites' }, ref),
  );
}

function asProvider({ params }: IncomingRequest): ProviderAsked {
  const parsed = ProviderSchema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  throw invalid(`Invalid '${String(parsed.error.issues[0]?.path[0] ?? 'params')}' parameter`);
}

function expectProvider({ services: { models } }: HarborBSession, name: string): string {
  const id = providerNamed(models, name);
  if (id === null) throw notFound(name);
  return id;
}

/** The model of that provider which is used where nobody names one. */
function firstOf({ services: { models } }: HarborBSession, providerId: string): ModelRef {
  const model = models.parts.registry.defaultModel(providerId);
  if (model !== null) return { providerId, model };
  throw invalid(`Provider instance '${providerId}' has no models yet`);
}

function expectModel({ services: { models } }: HarborBSession, name: string): ModelRef {
  const ref = resolved(models, name);
  if (ref) return ref;
  throw invalid(`Model '${name.slice(0, 200)}' not found`);
}

function expectConfigured({ services: { models } }: HarborBSession, name: string): ModelRef {
  const found = configured(models).find(row => row.name === name);
  if (found) return found.ref;
  throw invalid(`Model '${name.slice(0, 200)}' not found`);
}

function needText(params: unknown, name: string): string {
  const value = z.object({ [name]: Text }).safeParse(params).data?.[name];
  if (value !== undefined) return value;
  throw invalid(`Missing '${name}' parameter`);
}

function notFound(id: string) {
  return invalid(`Provider instance '${id.slice(0, 200)}' not found`);
}

export const llmConfigMethods = {
  'llm.add_provider': addProvider,
  'llm.configure_provider': configureProvider,
  'llm.remove_provider': removeProvider,
  'llm.set_default_provider': setDefaultProvider,
  'llm.set_type_default': setTypeDefault,
  'llm.set_default_model': setDefaultModel,
  'llm.add_configured_model': addConfigured,
  'llm.remove_configured_model': removeConfigured,
  'llm.set_configured_model_default': setConfiguredDefault,
} satisfies Record<string, HarborBMethod>;
