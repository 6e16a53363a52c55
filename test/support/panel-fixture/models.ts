// Models of the fixture: a provider in every state, the models that are chosen, and what the hub answers about them.
import { HubError } from '../../../contract/errors.ts';
import { modelChoiceId } from '../../../contract/models.ts';
import type {
  FoundModels,
  Model,
  ModelChoice,
  ModelChoiceKey,
  ModelPrice,
  ModelProvider,
  ModelTest,
  ModelUsageRow,
} from '../../../contract/schemas/models.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';

const minute = 60_000;
const none = { input: 0, output: 0, calls: 0, cost: null };

function provider(id: string, type: ModelProvider['type'], name: string, more: Partial<ModelProvider>): ModelProvider {
  return {
    id,
    type,
    name,
    baseUrl: null,
    isLocal: false,
    goesTo: null,
    hasKey: false,
    browserId: null,
    state: { kind: 'unknown' },
    checkedAt: null,
    version: null,
    modelCount: null,
    defaultModel: null,
    today: none,
    limits: { atOnce: 4, timeoutSeconds: 120, tokensPerDay: null },
    program: null,
    ...more,
  };
}

const program = (now: number): ModelProvider['program'] => ({
  format: 'llamafile',
  path: '/home/ana/models/qwen2.5-7b-instruct-q4.llamafile',
  engine: null,
  engineSha256: null,
  bytes: 4_700_000_000,
  sha256: '9f2c'.repeat(16),
  approvedAt: now - 25 * 24 * 60 * minute,
  pid: 61_902,
  memoryBytes: 5_100_000_000,
  cpuPercent: 312,
  startMs: 9_800,
  idleMinutes: 15,
  context: 32_768,
  walled: true,
  walls: true,
  unwalled: null,
  lifecycle: [
    { at: now - 60 * minute, state: 'stopped' },
    { at: now - 41 * minute - 10_000, state: 'loading' },
    { at: now - 41 * minute, state: 'running' },
  ],
});

export function fixtureProviders(now: number): ModelProvider[] {
  const since = now - 41 * minute;
  const local = { isLocal: true, checkedAt: now - 20_000 };
  const keyed = { hasKey: true, checkedAt: now - 3 * minute };
  return [
    provider('ollama', 'ollama', 'Ollama', {
      ...local,
      baseUrl: 'http://127.0.0.1:11434',
      state: { kind: 'ready', since, answersInMs: 4 },
      version: '0.12.6',
      modelCount: 4,
      defaultModel: 'qwen2.5:14b',
      today: { ...none, input: 380_000, output: 32_000, calls: 41 },
    }),
    provider('qwen2-5-7b', 'llamafile', 'qwen2.5-7b', {
      ...local,
      baseUrl: 'http://127.0.0.1:8080/v1',
      state: { kind: 'running', since },
      modelCount: 1,
      defaultModel: 'qwen2.5-7b-instruct',
      today: { ...none, input: 77_300, output: 10_800, calls: 12 },
      program: program(now),
    }),
    provider('phi', 'llamafile', 'phi-4', {
      ...local,
      state: { kind: 'file-changed', since: now - 8 * minute, what: 'file' },
      program: {
        ...program(now)!,
        path: '/home/ana/models/phi-4.gguf',
        format: 'gguf',
        engine: '/usr/local/bin/llama-server',
        engineSha256: '41d7'.repeat(16),
        walled: false,
        unwalled: { kind: 'no-bubblewrap' },
        pid: null,
        memoryBytes: null,
        cpuPercent: null,
        lifecycle: [],
      },
    }),
    provider('lm-studio', 'lmstudio', 'LM Studio', {
      ...local,
      baseUrl: 'http://127.0.0.1:1234/v1',
      state: { kind: 'not-running', since, lastSeenAt: now - 48 * 60 * minute },
    }),
    provider('chrome-work', 'chrome', 'Chrome’s own model', {
      ...local,
      browserId: 'browser-work',
      state: { kind: 'ready', since, answersInMs: null },
      modelCount: 1,
      defaultModel: 'gemini-nano',
      today: { ...none, input: 1_000, output: 200, calls: 2 },
    }),
    provider('workshop', 'ollama', 'Ollama, workshop', {
      baseUrl: 'http://10.0.4.7:11434',
      goesTo: '10.0.4.7:11434',
      state: { kind: 'timed-out', since: now - 34 * minute },
      modelCount: 6,
      defaultModel: 'llama3.3:70b',
    }),
    provider('anthropic', 'anthropic', 'Anthropic', {
      ...keyed,
      baseUrl: 'https://api.anthropic.com/v1',
      goesTo: 'api.anthropic.com',
      state: { kind: 'ready', since, answersInMs: 212 },
      modelCount: 3,
      defaultModel: 'claude-sonnet-4-5',
      today: { input: 88_000, output: 8_400, calls: 17, cost: 0.71 },
      limits: { atOnce: 4, timeoutSeconds: 120, tokensPerDay: 110_000 },
    }),
    provider('openai', 'openai', 'OpenAI', {
      ...keyed,
      baseUrl: 'https://api.openai.com/v1',
      goesTo: 'api.openai.com',
      state: { kind: 'key-refused', since: now - 20 * 60 * minute, status: 401 },
    }),
    provider('openrouter', 'openrouter', 'OpenRouter', {
      ...keyed,
      baseUrl: 'https://openrouter.ai/api/v1',
      goesTo: 'openrouter.ai',
      state: { kind: 'rate-limited', since: now - 22_000, until: now + 600_000 },
      modelCount: 60,
      defaultModel: 'meta/llama-3.3-70b',
      today: { input: 12_000, output: 2_000, calls: 3, cost: 0.02 },
    }),
    provider('vllm', 'compatible', 'vLLM', {
      baseUrl: 'https://llm.atlas.test/v1',
      goesTo: 'llm.atlas.test',
      state: { kind: 'off', since: now - 3 * 60 * minute },
      modelCount: 2,
    }),
  ];
}

export function fixtureChoices(): Record<string, ModelChoice> {
  const ref = (providerId: string, model: string) => ({ providerId, model });
  const choices: ModelChoice[] = [
    chosen({ kind: 'use', use: 'chat' }, ref('ollama', 'qwen2.5:14b')),
    { key: { kind: 'use', use: 'sites' }, chosen: null, effective: ref('qwen2-5-7b', 'qwen2.5-7b-instruct') },
    { key: { kind: 'type', type: 'ollama' }, chosen: null, effective: ref('ollama', 'qwen2.5:14b') },
    chosen({ kind: 'type', type: 'openai' }, ref('openai', 'gpt-5')),
    chosen({ kind: 'alias', name: 'fast' }, ref('qwen2-5-7b', 'qwen2.5-7b-instruct')),
    chosen({ kind: 'alias', name: 'careful' }, ref('anthropic', 'claude-sonnet-4-5')),
  ];
  return Object.fromEntries(choices.map(choice => [modelChoiceId(choice.key), choice]));
}

function chosen(key: ModelChoiceKey, ref: { providerId: string; model: string }): ModelChoice {
  return { key, chosen: ref, effective: ref };
}

function model(name: string, more: Partial<Model> = {}): Model {
  return { name, title: null, context: null, tools: null, pictures: null, bytes: null, isDefault: false, ...more };
}

const knownModels: Readonly<Record<string, readonly Model[]>> = {
  ollama: [
    model('qwen2.5:14b', { context: 32_768, tools: 'native', pictures: false, bytes: 9_000_000_000, isDefault: true }),
    model('llama3.2:3b', { context: 131_072, tools: 'native', pictures: false, bytes: 2_000_000_000 }),
    model('llava:13b', { context: 4_096, tools: 'none', pictures: true, bytes: 8_000_000_000 }),
    model('gemma3:4b', { context: 131_072, tools: 'text', pictures: true, bytes: 3_300_000_000 }),
  ],
  'qwen2-5-7b': [model('qwen2.5-7b-instruct', { context: 32_768, tools: 'text', pictures: false, isDefault: true })],
  'chrome-work': [model('gemini-nano', { context: 6_144, tools: 'none', pictures: false, isDefault: true })],
  anthropic: [
    model('claude-sonnet-4-5', {
      title: 'Claude Sonnet 4.5',
      context: 200_000,
      tools: 'native',
      pictures: true,
      isDefault: true,
    }),
    model('claude-haiku-4-5', { title: 'Claude Haiku 4.5', context: 200_000, tools: 'native', pictures: true }),
    model('claude-opus-4-1', { title: 'Claude Opus 4.1', context: 200_000, tools: 'native', pictures: true }),
  ],
  openrouter: Array.from({ length: 60 }, (_, n) =>
    model(n === 0 ? 'meta/llama-3.3-70b' : `maker-${n % 7}/model-${n}`, { context: 128_000, isDefault: n === 0 }),
  ),
};

const found = (
  type: FoundModels['type'],
  name: string,
  port: number,
  more: Partial<FoundModels> = {},
): FoundModels => ({
  type,
  name,
  port,
  state: 'not-running',
  answersInMs: null,
  version: null,
  models: [],
  suggested: null,
  providerId: null,
  ...more,
});

function fixtureFound(snapshot: Snapshot): FoundModels[] {
  const models = knownModels.ollama ?? [];
  const providerId = snapshot.modelProviders.ollama ? 'ollama' : null;
  const ready = { state: 'ready', answersInMs: 4, version: '0.12.6', suggested: 'qwen2.5:14b' } as const;
  return [
    found('ollama', 'Ollama', 11_434, { ...ready, models: [...models], providerId }),
    found('lmstudio', 'LM Studio', 1_234),
    found('llamafile', 'llamafile', 8_080, { state: 'other' }),
    found('compatible', 'vLLM', 8_000),
  ];
}

function fixtureUsage(now: number, providerId: string | undefined): ModelUsageRow[] {
  const day = (back: number) => new Date(now - back * 24 * 60 * minute).toISOString().slice(0, 10);
  const row = (
    back: number,
    asker: ModelUsageRow['asker'],
    [input, output, calls]: readonly [number, number, number],
    cost: number | null = null,
  ): ModelUsageRow => ({
    day: day(back),
    asker,
    providerId: providerId ?? 'ollama',
    model: knownModels[providerId ?? '']?.[0]?.name ?? 'unknown',
    input,
    output,
    calls,
    cost,
    lastAt: now - back * 24 * 60 * minute - 3_000,
  });
  const user = { kind: 'user', id: 'you', label: 'Chat' } as const;
  return [
    row(0, { kind: 'origin', id: 'https://app.ledger.test', label: 'app.ledger.test' }, [41_200, 6_800, 9]),
    row(0, user, [22_000, 3_100, 6], providerId === 'anthropic' ? 0.71 : null),
    row(0, { kind: 'server', id: 'github', label: 'github' }, [14_100, 900, 2]),
    row(0, { kind: 'client', id: 'client-cursor', label: 'Cursor' }, [900, 80, 1]),
    row(1, user, [81_000, 12_000, 31], providerId === 'anthropic' ? 2.4 : null),
  ];
}

const fixturePrices: ModelPrice[] = [
  { providerId: 'anthropic', model: 'claude-sonnet-4-5', input: 3, output: 15 },
  { providerId: 'openrouter', model: 'meta/llama-3.3-70b', input: 0.9, output: 0.9 },
];

const passed = (now: number, providerId: string): ModelTest => ({
  at: now - 4 * minute,
  model: { providerId, model: knownModels[providerId]?.[0]?.name ?? 'unknown' },
  text: 'It is Saturday.',
  firstTokenMs: 212,
  tokensPerSecond: 38.2,
  tools: 'text',
  usage: { input: 120, output: 21 },
});

type ModelRequest = Extract<keyof PanelHandlers, `models:${string}`>;

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
}

export function modelAnswers({ snapshot, change }: Inside): Pick<PanelHandlers, ModelRequest> {
  let prices = fixturePrices;
  let currency = 'USD';
  const one = (providerId: string) => {
    const known = snapshot().modelProviders[providerId];
    if (!known) throw new HubError('ERR_INVALID_ARGUMENTS', `There is no provider “${providerId}”.`);
    return known;
  };
  const put = (next: ModelProvider) => {
    change('modelProviders', next.id, next);
    return { provider: next };
  };
  const now = Date.now;
  const enter = (providerId: string, state: ModelProvider['state']) => put({ ...one(providerId), state });
  return {
    'models:look': () => ({ at: now(), found: fixtureFound(snapshot()) }),
    'models:add': ({ type, name = type, baseUrl = null, key }) => {
      if (key === 'wrong')
        throw new HubError(
          'ERR_MODEL_FAILED',
          'The key was refused (401). Enter another, or check it at the provider.',
        );
      const state = { kind: 'ready', since: now(), answersInMs: 12 } as const;
      const isLocal = baseUrl?.includes('127.0.0.1') ?? false;
      return put(provider(type, type, name, { baseUrl, isLocal, hasKey: key !== undefined, state, modelCount: 1 }));
    },
    'models:add-program': ({ path, name = 'model' }) => {
      const state = { kind: 'unapproved', since: now() } as const;
      return put(
        provider('added', 'llamafile', name, {
          isLocal: true,
          state,
          program: { ...program(now())!, path, approvedAt: null, pid: null, lifecycle: [] },
        }),
      );
    },
    'models:approve': ({ providerId }) => enter(providerId, { kind: 'stopped', since: now() }),
    'models:set': ({ providerId, isOn, name, limits }) => {
      const before = one(providerId);
      const state =
        isOn === undefined
          ? before.state
          : isOn
            ? ({ kind: 'ready', since: now(), answersInMs: 9 } as const)
            : ({ kind: 'off', since: now() } as const);
      return put({ ...before, state, name: name ?? before.name, limits: { ...before.limits, ...limits } });
    },
    'models:remove': ({ providerId }) => {
      change('modelProviders', providerId, null);
      return {};
    },
    'models:check': ({ providerId }) => put({ ...one(providerId), checkedAt: now() }),
    'models:list': ({ providerId }) => ({ models: [...(knownModels[providerId] ?? [])] }),
    'models:choose': ({ key, model: ref }) => {
      const id = modelChoiceId(key);
      change('modelChoices', id, ref === null && key.kind === 'alias' ? null : { key, chosen: ref, effective: ref });
      return {};
    },
    'models:test': ({ providerId }) => ({ test: { ...passed(now(), providerId), at: now() } }),
    'models:stop-test': () => ({}),
    'models:tests': ({ providerId }) => ({ tests: [passed(now(), providerId)] }),
    'models:start': ({ providerId }) => enter(providerId, { kind: 'running', since: now() }),
    'models:stop': ({ providerId }) => enter(providerId, { kind: 'stopped', since: now() }),
    'models:restart': ({ providerId }) => enter(providerId, { kind: 'running', since: now() }),
    'models:log': () => ({
      path: '/home/ana/.pilothouse/logs/model.log',
      lines: [
        'llama_model_loader: loaded 339 tensors',
        'main: server is listening on http://127.0.0.1:8080',
        'slot 0: prompt 1,204 tokens, 38.1 tokens/s',
      ].map((text, at) => ({ seq: at + 1, at: now() - (3 - at) * 4_000, stream: 'stderr' as const, text })),
    }),
    'models:download': ({ providerId }) => enter(providerId, { kind: 'downloading', since: now(), percent: 12 }),
    'models:usage': ({ providerId, days }) => ({
      usage: fixtureUsage(now(), providerId).filter((_, at) => days > 1 || at < 4),
    }),
    'models:prices': () => ({ currency, prices }),
    'models:set-price': ({ price, ...ref }) => {
      const others = prices.filter(each => each.providerId !== ref.providerId || each.model !== ref.model);
      prices = price === null ? others : [...others, { ...ref, ...price }];
      return {};
    },
    'models:set-currency': ({ currency: next }) => {
      currency = next;
      return {};
    },
  };
}
