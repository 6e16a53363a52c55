// What the screen of models shows: its places, the list and its sums, what is used where, usage, forms and states in words.
import { describe, expect, it } from 'vitest';
import { foundRows, portsText } from '../../../../../renderer/parts/first-model/local-rows.ts';
import { addressTrouble } from '../../../../../renderer/screens/models/add/address-trouble.ts';
import { contextOf, contextTrouble } from '../../../../../renderer/screens/models/add/context-text.ts';
import { configForm, configOf, configTrouble } from '../../../../../renderer/screens/models/detail/config-form.ts';
import { limitsForm, limitsOf, limitsTrouble } from '../../../../../renderer/screens/models/detail/limits-form.ts';
import { modelsShown } from '../../../../../renderer/screens/models/detail/models-shown.ts';
import { programActions } from '../../../../../renderer/screens/models/detail/program-actions.ts';
import { stateSentence } from '../../../../../renderer/screens/models/detail/state-sentences.ts';
import { addPath, providerPath, readModelsPath } from '../../../../../renderer/screens/models/model-paths.ts';
import { byAsker, usageSum } from '../../../../../renderer/screens/models/now/use-usage.ts';
import { priceOf } from '../../../../../renderer/screens/models/price-text.ts';
import { providersShown, providerTotals } from '../../../../../renderer/screens/models/provider-list.ts';
import { choiceRows, refOf, refText } from '../../../../../renderer/screens/models/used/choice-rows.ts';
import { isReady, isSetUp, modelFor, troubledProviders } from '../../../../../renderer/store/models.ts';
import { modelName, providerPlace, providerWords } from '../../../../../renderer/words/model-words.ts';
import { extendedSnapshot } from '../../../../support/panel-fixture/extended.ts';
import type {
  FoundModels,
  Model,
  ModelProvider,
  ModelUsageRow,
  ProviderState,
} from '../../../../../contract/schemas/models.ts';

const now = 1_800_000_000_000;
const snapshot = extendedSnapshot(now);
const { modelProviders } = snapshot;
const provider = (id: string): ModelProvider => modelProviders[id]!;

describe('the place in the address', () => {
  it('is a provider and its tab, what is added, or the prices', () => {
    expect([providerPath('ollama'), providerPath('ollama', 'usage'), addPath('file')]).toEqual([
      'ollama',
      'ollama/usage',
      '+file',
    ]);
    expect(['ollama/usage', 'ollama/nonsense', null, '+file', '+nonsense', '$'].map(readModelsPath)).toEqual([
      { kind: 'providers', providerId: 'ollama', tab: 'usage' },
      { kind: 'providers', providerId: 'ollama', tab: 'now' },
      { kind: 'providers', providerId: null, tab: 'now' },
      { kind: 'add', what: 'file' },
      { kind: 'add', what: 'local' },
      { kind: 'prices' },
    ]);
  });
});

describe('the list', () => {
  const names = (filter: string) => providersShown(modelProviders, filter).map(({ id }) => id);

  it('has those of this machine first, and is filtered by name, type, address, model, file and state', () => {
    expect(names('').slice(0, 6)).toEqual(['chrome-work', 'lm-studio', 'ollama', 'phi', 'qwen2-5-7b', 'anthropic']);
    expect([names('10.0.4'), names('rate-lim'), names('SONNET'), names('.gguf'), names('nothing of it')]).toEqual([
      ['workshop'],
      ['openrouter'],
      ['anthropic'],
      ['phi'],
      [],
    ]);
  });

  it('comes to what is ready, the tokens of today and what they cost', () => {
    expect(providerTotals(modelProviders)).toEqual({
      all: 10,
      ready: 4,
      tokens: 611_700,
      localTokens: 501_300,
      cost: 0.73,
    });
    expect(providerTotals({ ollama: provider('ollama') }).cost).toBe(null);
  });

  it('counts a program that rests as ready, and Chrome’s own as set up only once it was asked for', () => {
    const program = provider('qwen2-5-7b');
    expect(isReady({ ...program, state: { kind: 'stopped', since: now } })).toBe(true);
    expect(isReady({ ...program, state: { kind: 'file-changed', since: now, what: 'file' } })).toBe(false);
    expect([
      isSetUp(provider('chrome-work')),
      isSetUp({ type: 'chrome', state: { kind: 'not-downloaded', since: 1 } }),
    ]).toEqual([true, false]);
    expect(
      troubledProviders(snapshot)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['openai', 'phi', 'workshop']);
  });
});

describe('which one is used', () => {
  it('has chat and sites, types that need saying, and aliases; what cannot be asked says why', () => {
    expect(choiceRows(snapshot, now).map(({ id, note, isTrouble }) => [id, note, isTrouble])).toEqual([
      ['use:chat', 'and everything else', false],
      ['use:sites', 'window.ai of pages', false],
      ['type:ollama', '2 of this type', false],
      ['type:llamafile', '2 of this type', false],
      ['type:openai', 'OpenAI: key refused, 401', true],
      ['alias:careful', 'alias', false],
      ['alias:fast', 'alias', false],
    ]);
    expect(modelFor(snapshot, 'sites')).toEqual({ providerId: 'qwen2-5-7b', model: 'qwen2.5-7b-instruct' });
  });

  it('says when the provider of what was chosen is gone', () => {
    const { ollama: _gone, ...rest } = modelProviders;
    const chat = choiceRows({ ...snapshot, modelProviders: rest }, now)[0];
    expect([chat?.note, chat?.isTrouble]).toEqual(['its provider is gone', true]);
  });

  it('names a model with its provider, and a program that serves one by its own name', () => {
    const name = (providerId: string, model: string) => modelName(snapshot, { providerId, model });
    expect([name('ollama', 'a:1'), name('qwen2-5-7b', 'x'), name('gone', 'b')]).toEqual([
      'Ollama, a:1',
      'qwen2.5-7b',
      'b',
    ]);
  });

  it('keeps any name of a model as the value of a choice', () => {
    const ref = { providerId: 'a', model: 'x/y:z ["1"]' };
    expect([refOf(refText(ref)), refOf(refText(null))]).toEqual([ref, null]);
  });
});

describe('a state', () => {
  const words = (state: ProviderState) => {
    const { tone, word, more } = providerWords(state, now);
    return [tone, word, more];
  };

  it('is a shape, a word and what follows', () => {
    expect(words({ kind: 'ready', since: 1, answersInMs: 4 })).toEqual(['running', 'ready', 'answers in 4.0\u00a0ms']);
    expect(words({ kind: 'rate-limited', since: now, until: now + 38_000 })[1]).toBe('rate limit, 38\u00a0s more');
    expect(words({ kind: 'not-running', since: 1, lastSeenAt: now - 2 * 86_400_000 })).toEqual([
      'stopped',
      'not running',
      'last seen 2\u00a0d ago',
    ]);
    expect(words({ kind: 'downloading', since: 1, percent: 12 })[1]).toBe('downloading, 12.0\u00a0%');
    expect(words({ kind: 'unknown' })).toEqual(['stopped', 'not asked yet', '']);
  });

  it('of which today’s time is told, and longer ago how long', () => {
    expect(words({ kind: 'timed-out', since: now - 60_000 })[2]).toMatch(/^since \d\d:\d\d$/);
    expect(words({ kind: 'timed-out', since: now - 3 * 86_400_000 })[2]).toBe('3\u00a0d ago');
  });

  it('says a remedy where a person has to do something, and nothing where all is well', () => {
    const texts = Object.fromEntries(Object.values(modelProviders).map(each => [each.id, stateSentence(each)?.title]));
    expect(texts).toEqual({
      ...{ ollama: undefined, 'qwen2-5-7b': undefined, 'chrome-work': undefined, anthropic: undefined },
      ...{ phi: 'The file has changed', 'lm-studio': 'Not running', workshop: 'Timed out', openai: 'Key refused' },
      ...{ openrouter: 'Rate limit', vllm: 'Switched off by you' },
    });
  });

  it('decides what can be done with a program', () => {
    expect((['stopped', 'running', 'file-changed', 'loading'] as const).map(kind => programActions({ kind }))).toEqual([
      { start: true, stop: false, restart: false },
      { start: false, stop: true, restart: true },
      { start: false, stop: false, restart: false },
      { start: false, stop: true, restart: true },
    ]);
  });

  it('tells where a provider is', () => {
    const places = ['ollama', 'qwen2-5-7b', 'chrome-work', 'workshop', 'anthropic'].map(id =>
      providerPlace(provider(id), snapshot),
    );
    expect(places).toEqual([
      '127.0.0.1:11434, this machine',
      'llamafile, this machine',
      'in Chromium Work',
      'http://10.0.4.7:11434',
      'key in the keychain',
    ]);
  });
});

describe('models and usage', () => {
  const model = (name: string, isDefault = false): Model => ({
    ...{ name, isDefault, title: null, context: null, tools: null, pictures: null, bytes: null },
  });
  const used = (id: string, lastAt: number, cost: number | null): ModelUsageRow => ({
    ...{ day: '2026-11-28', asker: { kind: 'client', id, label: id }, providerId: 'ollama', model: 'a' },
    ...{ input: 10, output: 2, calls: 1, cost, lastAt },
  });

  it('lists the default first, then by name', () => {
    const shown = modelsShown([model('c'), model('a'), model('b', true)], '');
    expect(shown.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect(modelsShown(shown, 'A')).toHaveLength(1);
  });

  it('sums up for each who asked, who asked last first; without a price there is no cost', () => {
    const rows = [used('one', 1, null), used('two', 3, 0.5), used('one', 2, null)];
    expect(
      byAsker(rows).map(({ asker, input, calls, cost, lastAt }) => [asker.id, input, calls, cost, lastAt]),
    ).toEqual([
      ['two', 10, 1, 0.5, 3],
      ['one', 20, 2, null, 2],
    ]);
    expect(usageSum([]).cost).toBe(null);
  });
});

describe('what is found on this machine', () => {
  const found = (type: FoundModels['type'], more: Partial<FoundModels> = {}): FoundModels => ({
    ...{ type, name: type, port: 1, state: 'not-running', answersInMs: null, version: null },
    ...{ models: [], suggested: null, providerId: null, ...more },
  });
  const a = { name: 'a', title: null, context: null, pictures: null, bytes: null, isDefault: false };

  it('stays a row where it is usual, with how to get it; what is unusual shows only where it answers', () => {
    const rows = foundRows([
      found('ollama'),
      found('lmstudio'),
      found('llamafile'),
      found('compatible', { state: 'other' }),
    ]);
    expect(rows.map(({ found: { type }, word }) => [type, word])).toEqual([
      ['ollama', 'not found'],
      ['lmstudio', 'not found'],
    ]);
  });

  it('proposes what was suggested first, and tells what can call tools', () => {
    const models = [
      { ...a, tools: 'none' as const },
      { ...a, name: 'b', tools: 'native' as const },
    ];
    const [row] = foundRows([found('ollama', { state: 'ready', answersInMs: 4, models, suggested: 'b' })]);
    expect([row?.models, row?.text]).toEqual([['b', 'a'], '2 models; b can call tools']);
    expect(foundRows([found('ollama', { state: 'ready' })])[0]).toMatchObject({ models: [], word: 'ready' });
    expect(portsText([found('ollama', { port: 11_434 }), found('lmstudio', { port: 1_234 })], 'en-US')).toBe(
      '11434 and 1234',
    );
  });
});

describe('what is typed', () => {
  it('is a price with a point or a comma', () => {
    expect(priceOf('3', '15,5')).toEqual({ input: 3, output: 15.5 });
    expect([priceOf('', '1'), priceOf('-1', '1'), priceOf('1e9', '1'), priceOf('2000000', '1')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is an address of http or https', () => {
    expect([addressTrouble('https://llm.test/v1'), addressTrouble(' http://10.0.0.1:11434 ')]).toEqual([null, null]);
    expect([addressTrouble('llm.test'), addressTrouble('file:///etc')].every(text => text !== null)).toBe(true);
  });

  it('is a number of tokens, or nothing', () => {
    expect([contextOf(''), contextOf(' 4096 ')]).toEqual([null, 4_096]);
    expect([
      contextTrouble(''),
      contextTrouble('4096'),
      contextTrouble('12') !== null,
      contextTrouble('x') !== null,
    ]).toEqual([null, null, true, true]);
  });

  it('are limits, of which an empty one is none', () => {
    const form = limitsForm(provider('ollama').limits);
    expect(limitsOf(form)).toEqual(provider('ollama').limits);
    expect(limitsTrouble(form)).toBe(null);
    expect(
      [{ atOnce: '0' }, { timeoutSeconds: '1.5' }, { tokensPerDay: 'many' }].map(
        part => limitsTrouble({ ...form, ...part }) !== null,
      ),
    ).toEqual([true, true, true]);
  });

  it('is sent where it has changed, and nothing else', () => {
    const before = configForm(provider('qwen2-5-7b'));
    expect(configOf(before, before)).toEqual({});
    expect(configOf(before, { ...before, name: ' New ', context: '', idleMinutes: '5' })).toEqual({
      name: 'New',
      context: null,
      idleMinutes: 5,
    });
    expect(configForm(provider('anthropic')).baseUrl).toBe('https://api.anthropic.com/v1');
    expect(
      [configTrouble({ ...before, name: ' ' }), configTrouble({ ...before, idleMinutes: '0' })].every(Boolean),
    ).toBe(true);
  });
});
