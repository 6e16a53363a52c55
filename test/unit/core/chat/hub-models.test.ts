// The hub's models as chat sees them: what is known of a model, what is taken for granted where nobody says, and which are ready.
import { expect, test } from 'vitest';
import { HubModels } from '../../../../electron/core/chat/hub-models.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { Model } from '../../../../contract/schemas/models.ts';
import type { Models } from '../../../../electron/core/models/models.ts';

const model = (name: string, fields: Partial<Model> = {}): Model => ({
  ...{ name, title: null, context: null, tools: null, pictures: null, bytes: null, isDefault: false },
  ...fields,
});

const providers = [
  { id: 'ollama-1', type: 'ollama', name: 'Ollama', isOn: true, state: 'ready', goesTo: null },
  { id: 'openai-1', type: 'openai', name: 'OpenAI', isOn: true, state: 'ready', goesTo: 'api.openai.com' },
  { id: 'off-1', type: 'mistral', name: 'Mistral', isOn: false, state: 'off', goesTo: 'api.mistral.ai' },
];
const models: Readonly<Record<string, readonly Model[]>> = {
  'ollama-1': [model('llava'), model('qwen', { tools: 'native', pictures: false, context: 32_768, isDefault: true })],
  'openai-1': [model('gpt')],
  'off-1': [model('large')],
};

/** As much of the parts as chat asks; `provider:model` alone is resolved. */
function playedModels(): HubModels {
  const get = (id: string) => ({ ...providers.find(one => one.id === id)!, models: models[id] });
  const resolve = (name: string | null) => {
    const [providerId = '', own = ''] = (name ?? 'openai-1:gpt').split(':');
    if (!models[providerId]) throw hubError('ERR_MODEL_FAILED', { kind: 'model-provider-gone', provider: providerId });
    return { providerId, model: own };
  };
  const registry = { list: () => providers, get, row: get, state: (id: string) => ({ kind: get(id).state }) };
  return new HubModels({
    parts: { registry, choices: { resolve } },
    list: (id: string) => models[id],
  } as unknown as Models);
}

test.each([
  [
    'ollama-1:qwen',
    { callsTools: true, readsPictures: false, contextTokens: 32_768, goesTo: null, provider: 'Ollama' },
  ],
  ['ollama-1:llava', { callsTools: false, readsPictures: false, contextTokens: null }],
  ['openai-1:gpt', { callsTools: true, readsPictures: true, goesTo: 'api.openai.com' }],
  [null, { providerId: 'openai-1', model: 'gpt' }],
])('What is known of %s, and what is taken for granted.', (name, known) => {
  const meant = playedModels().meant(name);
  expect(meant.model).toMatchObject(known);
  expect(meant.trouble).toBeNull();
});

test.each([
  ['gone:x', null, { kind: 'model-provider-gone', provider: 'gone' }],
  ['off-1:large', { model: 'large' }, { kind: 'model-provider-off', provider: 'Mistral' }],
  ['ollama-1:new', { model: 'new' }, { kind: 'chat-model-gone', model: 'new' }],
])('Of %s is said what speaks against it.', (name, known, trouble) => {
  const meant = playedModels().meant(name);
  if (known === null) expect(meant.model).toBeNull();
  else expect(meant.model).toMatchObject(known);
  expect(meant.trouble).toEqual(trouble);
});

test('Ready are those whose providers answer, the chosen one first, then defaults.', () => {
  expect(playedModels().ready()).toEqual(['openai-1:gpt', 'ollama-1:qwen', 'ollama-1:llava']);
});
