// Ollama's models, each with what it can do: the context it was made for, whether it calls tools, whether it sees.
import { isRecord } from '../../../../contract/json.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { readBounded } from './read-bounded.ts';
import type { ListedModel } from '../../../../contract/schemas/model-records.ts';
import type { ModelAccess } from '../sdk/open-language-model.ts';
import type { Listed } from './read-bounded.ts';

/** Each of them is a request of its own. */
const maxDescribed = 100;
const atOnce = 4;

export async function listOllama(access: ModelAccess, signal: AbortSignal): Promise<Listed> {
  const headers: Record<string, string> = access.key === null ? {} : { authorization: `Bearer ${access.key}` };
  const body = await readBounded(access, '/api/tags', { headers, signal });
  const found = isRecord(body) ? body['models'] : null;
  if (!Array.isArray(found))
    throw hubError('ERR_MODEL_FAILED', { kind: 'model-unreadable', provider: access.provider });
  const models = found.filter(isRecord).flatMap(({ name, size }): ListedModel[] => {
    if (typeof name !== 'string' || name === '' || name.length > 300) return [];
    const bytes = typeof size === 'number' ? size : null;
    return [{ name, title: null, context: null, tools: null, pictures: null, bytes }];
  });
  const described = await describeAll(models, model => describe(access, model, { headers, signal }));
  return { models: described, version: await versionOf(access, { headers, signal }) };
}

/** A few at a time, in their order. */
async function describeAll(
  models: readonly ListedModel[],
  describeOne: (model: ListedModel) => Promise<ListedModel>,
): Promise<ListedModel[]> {
  const described = [...models];
  const next = [...models.keys()].slice(0, maxDescribed).values();
  const work = async () => {
    for (const at of next) described[at] = await describeOne(described[at] as ListedModel);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return described;
}

/** A model that cannot be described is there all the same. */
async function describe(access: ModelAccess, model: ListedModel, init: RequestInit): Promise<ListedModel> {
  const asked = { ...init, method: 'POST', body: JSON.stringify({ model: model.name }) };
  const shown = await readBounded(access, '/api/show', asked).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    return null;
  });
  if (!isRecord(shown)) return model;
  const { capabilities, model_info: info } = shown;
  const able = Array.isArray(capabilities) ? capabilities : null;
  const length = isRecord(info) ? Object.entries(info).find(([name]) => name.endsWith('.context_length'))?.[1] : null;
  return {
    ...model,
    context: typeof length === 'number' ? length : null,
    tools: able && (able.includes('tools') ? 'native' : able.includes('completion') ? 'text' : 'none'),
    pictures: able && able.includes('vision'),
  };
}

async function versionOf(access: ModelAccess, init: RequestInit): Promise<string | null> {
  const body = await readBounded(access, '/api/version', init).catch(() => null);
  return isRecord(body) && typeof body['version'] === 'string' ? body['version'].slice(0, 60) : null;
}
