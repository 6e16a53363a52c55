// Which model a name means.
import { describe, expect, it } from 'vitest';
import { resolveModel } from '../../../../electron/core/models/resolve-model.ts';
import type { NamedProvider } from '../../../../electron/core/models/resolve-model.ts';

const listed = (...names: string[]) =>
  names.map(name => ({ name, title: null, context: null, tools: null, pictures: null, bytes: null }));

const providers: NamedProvider[] = [
  {
    id: 'ollama-1',
    type: 'ollama',
    isOn: true,
    models: listed('qwen2.5:14b', 'llama3.2:latest'),
    defaultModel: 'qwen2.5:14b',
  },
  { id: 'ollama-2', type: 'ollama', isOn: true, models: listed('phi4', 'shared'), defaultModel: 'phi4' },
  { id: 'openai-1', type: 'openai', isOn: true, models: listed('gpt-5', 'shared'), defaultModel: 'gpt-5' },
  { id: 'groq-1', type: 'groq', isOn: false, models: listed('only-here'), defaultModel: 'only-here' },
  { id: 'mistral-1', type: 'mistral', isOn: true, models: null, defaultModel: null },
];
const aliases = new Map([['fast', { providerId: 'ollama-2', model: 'phi4' }]]);
const resolve = (name: string, preferred: string | null = null) => {
  const found = resolveModel(name, {
    providers,
    aliases,
    preferred,
    ofType: type => (type === 'ollama' ? 'ollama-1' : null),
  });
  return found.kind === 'found' ? `${found.ref.providerId} ${found.ref.model}` : found.reason.kind;
};

describe('the name of a model', () => {
  it.each([
    ['fast', 'ollama-2 phi4'],
    ['ollama:qwen2.5:14b', 'ollama-1 qwen2.5:14b'],
    ['ollama:phi4', 'ollama-2 phi4'],
    ['ollama:not-listed', 'ollama-1 not-listed'],
    ['ollama/qwen2.5:14b', 'ollama-1 qwen2.5:14b'],
    ['ollama', 'ollama-1 qwen2.5:14b'],
    ['ollama:', 'ollama-1 qwen2.5:14b'],
    ['ollama-2:default', 'ollama-2 phi4'],
    ['ollama-2:unheard:of', 'ollama-2 unheard:of'],
    ['ollama-2', 'ollama-2 phi4'],
    ['qwen2.5:14b', 'ollama-1 qwen2.5:14b'],
    ['llama3.2', 'ollama-1 llama3.2:latest'],
    ['ollama:llama3.2', 'ollama-1 llama3.2:latest'],
    ['gpt-5', 'openai-1 gpt-5'],
    ['shared', 'ollama-2 shared'],
    ['only-here', 'model-unknown'],
    ['meta-llama/llama-4', 'model-unknown'],
    ['anthropic:claude', 'model-provider-gone'],
    ['mistral', 'model-none-of-provider'],
    ['constructor', 'model-unknown'],
  ])('%s is %s', (name, expected) => {
    expect(resolve(name)).toBe(expected);
  });

  it('that several have is of the one that is used', () => {
    expect(resolve('shared', 'openai-1')).toBe('openai-1 shared');
  });
});
