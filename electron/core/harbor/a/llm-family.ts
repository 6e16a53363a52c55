// llm_*: which models there are, which one is asked, and their answers. The models are the hub's: what changes them waits for the user.
import { HubError } from '../../../../contract/errors.ts';
import { providerTypes } from '../../../../contract/models.ts';
import { useModel } from '../../agent-connections/use-model.ts';
import { isHarborType, providerNamed, typeFacts } from '../b/llm-names.ts';
import { extensionPolicy, Fault, failingAs, needText, numberIn, resultOf, textIn } from './asked.ts';
import { changedWhenConfirmed } from './confirmed.ts';
import { isAble } from './llm-providers.ts';
import { failedResponse, readMessages, readTools, responseOf } from './llm-words.ts';
import type { WantedOfModel } from '../../agent-connections/use-model.ts';
import type { ModelEvent } from '../../models/model-answer.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { LlmProviders } from './llm-providers.ts';
import type { Told } from './llm-words.ts';

export function llmFamily(services: HarborAServices, providers: LlmProviders): Family {
  const active = () => activeId(providers);
  const all = () => providers.rows().map(row => providers.status(row));
  return {
    llm_detect: failingAs('llm_error', async () => {
      await providers.look();
      return { providers: all(), active: active(), hasAvailable: providers.rows().some(isAble) };
    }),
    llm_list_providers: () => ({ providers: all(), active: active() }),
    llm_get_active: () => activeAnswer(services, providers),
    llm_set_active: failingAs('llm_error', asked => {
      const ref = providers.choose(needText(asked, 'provider_id'), textIn(asked, 'model_id') ?? null);
      return { success: true, active: active(), model: ref?.model ?? null };
    }),
    llm_set_model: failingAs('llm_error', asked => {
      const ref = providers.choose(expectActive(providers), needText(asked, 'model_id'));
      return { success: true, model: ref?.model ?? null, provider: active() };
    }),
    llm_list_models: failingAs('llm_error', () => {
      const provider = expectActive(providers);
      return { models: providers.models(provider), provider: providers.wireId(provider) };
    }),
    llm_list_models_for: failingAs('llm_error', asked => {
      const { id } = providers.expect(needText(asked, 'provider_id'));
      return { models: providers.models(id), provider: providers.wireId(id) };
    }),
    ...settings(services, providers),
    llm_chat: asked => chat(services, providers, asked),
  };
}

/** Keys, and what is known of all providers. */
function settings(services: HarborAServices, providers: LlmProviders): Family {
  const active = () => activeId(providers);
  const all = () => providers.rows().map(row => providers.status(row));
  return {
    llm_set_api_key: failingAs('llm_error', async asked => {
      const id = await setKey(services, asked);
      const available = isAble(services.models.parts.registry.row(id));
      return { success: true, provider: providers.wireId(id), available };
    }),
    llm_remove_api_key: failingAs('llm_error', async asked => {
      const { id, name } = providers.expect(needText(asked, 'provider_id'));
      const change = () => services.models.set(id, { key: null, unchecked: true });
      await changedWhenConfirmed(services, asked, about(asked, name), change);
      return { success: true, provider: providers.wireId(id) };
    }),
    llm_get_supported_providers: () => {
      const isLocal = (type: (typeof providerTypes)[number]) => typeFacts(type).is_local;
      const known = providerTypes.filter(type => type !== 'chrome');
      const named = { local: known.filter(isLocal), remote: known.filter(type => !isLocal(type)) };
      // The extension reads the lists as they are; a later bridge of the same wire put them together.
      return { ...named, configuredApiKeys: keyed(providers), providers: named };
    },
    llm_get_config: () => {
      const rows = providers.rows();
      const ref = providers.active();
      const activeNow = { activeProvider: active(), activeModel: ref?.model ?? null };
      const available = rows.filter(isAble).length;
      return { available, ...activeNow, configuredApiKeys: keyed(providers), providers: all() };
    },
  };
}

/** Those that have a key. */
function keyed(providers: LlmProviders): string[] {
  return providers
    .rows()
    .filter(({ hasKey }) => hasKey)
    .map(({ id }) => providers.wireId(id));
}

/** The extension reads `provider`, to which its own bridge said `active`. */
function activeAnswer({ models }: HarborAServices, providers: LlmProviders): Answer {
  const ref = providers.active();
  const status = ref && providers.status(models.parts.registry.row(ref.providerId));
  const active = activeId(providers);
  return { active, provider: active, model: ref?.model ?? null, status };
}

function activeId(providers: LlmProviders): string | null {
  const id = providers.active()?.providerId;
  return id === undefined ? null : providers.wireId(id);
}

function expectActive(providers: LlmProviders): string {
  const id = providers.active()?.providerId;
  if (id !== undefined) return id;
  throw new Fault('llm_error', 'No active LLM provider. Run llm_detect first.');
}

/** `about` names what is changed, never a key. */
function about({ type }: Asked, name: string) {
  return { kind: 'harbor-models-set', method: type, about: name } as const;
}

/** Returns the provider's id. */
async function setKey(services: HarborAServices, asked: Asked): Promise<string> {
  const { models } = services;
  const name = needText(asked, 'provider_id');
  const key = needText(asked, 'api_key');
  const known = providerNamed(models, name);
  if (known === null && !isHarborType(name)) throw new Fault('llm_error', `Unknown provider: ${name.slice(0, 200)}`);
  const shown = known === null ? name : models.parts.registry.get(known).name;
  const provider = await changedWhenConfirmed(services, asked, about(asked, shown), async () => {
    // It may have come or gone while the user thought.
    const id = providerNamed(models, name);
    if (id === null && isHarborType(name)) return (await models.add({ type: name, key, unchecked: true })).id;
    if (id === null) throw new Fault('llm_error', `Unknown provider: ${name.slice(0, 200)}`);
    await models.set(id, { key, unchecked: true });
    return id;
  });
  await models.check(provider).catch(() => {});
  return provider;
}

async function chat(services: HarborAServices, providers: LlmProviders, asked: Asked): Promise<Answer> {
  const { system, messages } = readMessages(asked.fields.messages);
  const tools = readTools(asked.fields.tools);
  const model = providers.nameFor(textIn(asked, 'provider'), textIn(asked, 'model'));
  const told = [textIn(asked, 'system_prompt'), system].filter(Boolean).join('\n\n');
  const [maxTokens, temperature] = [numberIn(asked, 'max_tokens'), numberIn(asked, 'temperature')];
  const wanted: WantedOfModel = {
    model,
    messages,
    ...(told !== '' && { system: told }),
    ...(tools.length > 0 && { tools }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
  };
  try {
    const answer = await ask(services, asked, wanted);
    return { response: responseOf(answer), provider: providers.wireId(answer.provider) };
  } catch (error) {
    if (!(error instanceof HubError) || error.code !== 'ERR_MODEL_FAILED') throw error;
    return {
      response: failedResponse(error.message),
      provider: textIn(asked, 'provider') ?? activeId(providers) ?? '',
    };
  }
}

async function ask(services: HarborAServices, asked: Asked, wanted: WantedOfModel): Promise<Told> {
  const use = { ...asked, params: asked.fields, policy: extensionPolicy };
  return resultOf(asked, await useModel(services, use, wanted, read));
}

async function read(events: AsyncIterable<ModelEvent>, expectAllowed: () => void): Promise<Told> {
  let provider = '';
  let text = '';
  const toolCalls: Told['toolCalls'][number][] = [];
  for await (const event of events) {
    expectAllowed();
    if (event.kind === 'started') provider = event.providerId;
    else if (event.kind === 'text') text += event.text;
    else if (event.kind === 'tool-call') toolCalls.push(event.call);
    else if (event.kind === 'end') return { provider, text, toolCalls, finish: event.finish, usage: event.usage };
  }
  throw new Fault('llm_error', 'The model ended its answer without saying so.');
}
