// Which models a provider has, as each type tells it. Costs nothing with any of them, and proves the key.
import { isRecord } from '../../../../contract/json.ts';
import { maxModelsOfProvider } from '../../../../contract/models.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { answersQuestions } from '../best-model.ts';
import { listOllama } from './list-ollama.ts';
import { readBounded } from './read-bounded.ts';
import type { ListedModel } from '../../../../contract/schemas/model-records.ts';
import type { ModelAccess } from '../sdk/open-language-model.ts';
import type { Listed } from './read-bounded.ts';

type Json = Readonly<Record<string, unknown>>;

const anthropicVersion = '2023-06-01';

/** As many as are kept of one. Rejects with HubError. */
export async function listModels(access: ModelAccess, signal: AbortSignal): Promise<Listed> {
  const { models, version } = await allModels(access, signal);
  return { models: models.slice(0, maxModelsOfProvider), version };
}

async function allModels(access: ModelAccess, signal: AbortSignal): Promise<Listed> {
  switch (access.type) {
    case 'ollama':
      return listOllama(access, signal);
    case 'anthropic': {
      const headers = { 'x-api-key': access.key ?? '', 'anthropic-version': anthropicVersion };
      const models = await itemsAt(access, '/models?limit=1000', 'data', headers, signal);
      return listed(models, id => ({ ...bare(id), tools: 'native', pictures: true }));
    }
    case 'google': {
      const models = await itemsAt(
        access,
        '/models?pageSize=1000',
        'models',
        { 'x-goog-api-key': access.key ?? '' },
        signal,
      );
      return { models: models.flatMap(googleModel), version: null };
    }
    case 'openrouter':
      // Its list is open to everybody; this tells whether the key is one.
      await readBounded(access, '/key', { headers: bearer(access), signal });
      return openAiStyle(access, signal);
    default:
      return openAiStyle(access, signal);
  }
}

async function openAiStyle(access: ModelAccess, signal: AbortSignal): Promise<Listed> {
  const items = await itemsAt(access, '/models', 'data', bearer(access), signal);
  const known =
    access.type === 'openai' ? items.filter(({ id }) => typeof id === 'string' && answersQuestions(id)) : items;
  return listed(known, (id, item) => ({
    ...bare(id),
    ...factsOf(item),
    ...(access.type === 'openai' && { tools: 'native' }),
  }));
}

/** What Mistral, Groq, OpenRouter, vLLM and llama.cpp tell beside the name, each in its own words. */
function factsOf(item: Json): Partial<ListedModel> {
  const { capabilities, supported_parameters: parameters, architecture, meta } = item;
  const context = [item['context_length'], item['max_context_length'], item['context_window'], item['max_model_len']]
    .concat(isRecord(meta) ? [meta['n_ctx_train']] : [])
    .find(value => typeof value === 'number');
  const able = isRecord(capabilities) ? capabilities : {};
  const inputs = isRecord(architecture) ? architecture['input_modalities'] : null;
  const callsTools = able['function_calling'] ?? (Array.isArray(parameters) ? parameters.includes('tools') : undefined);
  const sees = able['vision'] ?? (Array.isArray(inputs) ? inputs.includes('image') : undefined);
  return {
    context: typeof context === 'number' ? context : null,
    tools: typeof callsTools === 'boolean' ? (callsTools ? 'native' : 'none') : null,
    pictures: typeof sees === 'boolean' ? sees : null,
  };
}

function googleModel(item: Json): ListedModel[] {
  const { name, displayName, inputTokenLimit, supportedGenerationMethods: methods } = item;
  if (typeof name !== 'string' || !Array.isArray(methods) || !methods.includes('generateContent')) return [];
  const title = typeof displayName === 'string' ? displayName : null;
  const context = typeof inputTokenLimit === 'number' ? inputTokenLimit : null;
  return [{ ...bare(name.replace(/^models\//, '')), title, context, tools: 'native', pictures: true }];
}

function listed(items: readonly Json[], read: (id: string, item: Json) => ListedModel): Listed {
  const models = items.flatMap(item => {
    const { id, display_name: title, name } = item;
    if (typeof id !== 'string' || id === '' || id.length > 300) return [];
    const shown = [title, name].find(text => typeof text === 'string' && text !== id);
    return [{ ...read(id, item), ...(typeof shown === 'string' && { title: shown.slice(0, 300) }) }];
  });
  return { models, version: null };
}

export function bare(name: string): ListedModel {
  return { name, title: null, context: null, tools: null, pictures: null, bytes: null };
}

function bearer({ key }: ModelAccess): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

async function itemsAt(
  access: ModelAccess,
  path: string,
  list: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Json[]> {
  const body = await readBounded(access, path, { headers, signal });
  const items = isRecord(body) ? body[list] : null;
  if (!Array.isArray(items))
    throw hubError('ERR_MODEL_FAILED', { kind: 'model-unreadable', provider: access.provider });
  return items.filter(isRecord);
}
