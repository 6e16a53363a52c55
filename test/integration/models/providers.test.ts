// Providers of models in a real hub: added with a key or without, tested, chosen, limited, refused, switched off, and kept over a restart.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPlace, usePlace } from '../../support/hub-process.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { calls, says, saysInPieces } from '../../support/models/script.ts';
import { refusalOf, until } from '../../support/panel-client.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';
import type { ModelServer, ModelServerOptions } from '../../support/models/model-server.ts';
import type { PanelClient } from '../../support/panel-client.ts';

async function open(options?: ModelServerOptions) {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const server = await startModelServer(options);
  onTestFinished(() => server.close());
  return { place, panel, server };
}

async function addOllama(panel: PanelClient, server: ModelServer) {
  const { provider } = await panel.request('models:add', { type: 'ollama', baseUrl: server.ollama });
  return provider.id;
}

async function modelRows(panel: PanelClient): Promise<TraceEntry[]> {
  const filter = { text: '', method: 'model/chat' };
  const { entries } = await panel.request('trace:window', { filter, from: 0, count: 100 });
  return entries;
}

test('a provider is added with what it lists, and is what chat uses from then on', async () => {
  const { panel, server } = await open();
  const { provider } = await panel.request('models:add', { type: 'ollama', baseUrl: server.ollama });
  expect(provider).toMatchObject({
    ...{ type: 'ollama', name: 'Ollama', isLocal: true, goesTo: null, hasKey: false, modelCount: 2, version: '0.12.6' },
    ...{ state: { kind: 'ready' }, defaultModel: 'qwen2.5:7b' },
  });
  const { models } = await panel.request('models:list', { providerId: provider.id });
  expect(models).toMatchObject([
    { name: 'qwen2.5:7b', context: 32_768, tools: 'native', pictures: false, isDefault: true },
    { name: 'llava:7b', context: 4_096, tools: 'text', pictures: true, isDefault: false },
  ]);
  await panel.waitFor(
    ({ modelChoices }) => modelChoices['use:chat']?.effective?.model === 'qwen2.5:7b',
    'chat would use it',
  );
});

test('a key goes to the secrets, proves itself first, and is seen nowhere', async () => {
  const key = 'sk-ant-test-0123456789abcdef';
  const { place, panel, server } = await open({ key });
  const add = { type: 'anthropic', baseUrl: server.anthropic } as const;
  const refusal = await refusalOf(panel.request('models:add', { ...add, key: 'sk-wrong-0123456789' }));
  expect(refusal).toContain('The key was refused by Anthropic (401)');
  expect(panel.snapshot.modelProviders).toEqual({});

  const { provider } = await panel.request('models:add', { ...add, key });
  expect(provider).toMatchObject({ hasKey: true, state: { kind: 'ready' } });
  await panel.request('models:test', { providerId: provider.id, testId: 't' });
  await until(async () => (await modelRows(panel)).length === 1, 'the test is in the trace');
  const [entry] = await modelRows(panel);
  const payload = await panel.request('trace:payload', { seq: entry?.seq ?? 0 });
  const seen = JSON.stringify([
    panel.snapshot,
    entry,
    payload,
    await panel.request('models:list', { providerId: provider.id }),
  ]);
  expect(seen).not.toContain(key);
  expect(readFileSync(join(place.home, 'pilothouse.db')).includes(key)).toBe(false);
});

test('a test is one answer and one tool call, in the trace with its tokens and what they cost', async () => {
  const { panel, server } = await open();
  const providerId = await addOllama(panel, server);
  const price = { input: 3, output: 15 };
  await panel.request('models:set-price', { providerId, model: 'qwen2.5:7b', price });
  server.script(calls('current_date', { zone: 'UTC' }, { usage: { input: 1_000, output: 200 } }));
  const { test: done } = await panel.request('models:test', { providerId, testId: 'one' });
  expect(done).toMatchObject({ tools: 'native', usage: { input: 1_000, output: 200 }, model: { model: 'qwen2.5:7b' } });
  expect(server.asked[0]).toMatchObject({ tools: ['current_date'], lastText: 'Which day is it? Use the tool.' });

  await until(async () => (await modelRows(panel))[0]?.outcome === 'ok', 'its row is complete');
  expect(await modelRows(panel)).toMatchObject([
    {
      ...{ from: { kind: 'agent', id: 'you', label: 'You' }, to: { kind: 'model', id: providerId } },
      ...{ tokensIn: 1_000, tokensOut: 200, costMicros: 6_000, dir: 'out' },
    },
  ]);
  await panel.waitFor(
    ({ modelProviders }) => modelProviders[providerId]?.today.cost === 0.006,
    'today has its tokens and cost',
  );
  const where = { field: 'model', has: 'qwen' } as const;
  const found = await panel.request('trace:window', { filter: { text: '', where }, from: 0, count: 10 });
  expect(found.matched).toBe(1);
  const { usage } = await panel.request('models:usage', { days: 1 });
  expect(usage).toMatchObject([
    {
      asker: { kind: 'user', id: 'you', label: 'You' },
      providerId,
      model: 'qwen2.5:7b',
      input: 1_000,
      output: 200,
      calls: 1,
    },
  ]);
});

test('a limited rate is a state until it is over, and nobody asks meanwhile', async () => {
  const { panel, server } = await open();
  const providerId = await addOllama(panel, server);
  server.script({ status: 429, message: 'slow down', retryAfter: 60 });
  const first = await refusalOf(panel.request('models:test', { providerId, testId: 'one' }));
  expect(first).toContain('asks to be left alone for 60 s more');
  await panel.waitFor(
    ({ modelProviders }) => modelProviders[providerId]?.state.kind === 'rate-limited',
    'its state says so',
  );
  await refusalOf(panel.request('models:test', { providerId, testId: 'two' }));
  expect(server.asked).toHaveLength(1);
});

test('while all is paused a question waits; when all is stopped it is refused, and one under way ends', async () => {
  const { panel, server } = await open();
  const providerId = await addOllama(panel, server);
  await panel.request('hub:set-mode', { mode: 'paused' });
  const held = refusalOf(panel.request('models:test', { providerId, testId: 'held' }));
  await until(async () => (await modelRows(panel))[0]?.outcome === 'waiting', 'it waits');
  expect(server.asked).toEqual([]);
  server.script({
    pieces: [
      { kind: 'text', text: 'One' },
      { kind: 'wait', until: new Promise(() => {}) },
    ],
  });
  await panel.request('hub:set-mode', { mode: 'read-only' });
  await server.heard(1);
  await panel.request('hub:set-mode', { mode: 'stopped' });
  expect(await held).toContain('stopped');
  await server.left(1);
  expect(await refusalOf(panel.request('models:test', { providerId, testId: 'late' }))).toContain('stopped');
  await until(async () => (await modelRows(panel)).every(({ outcome }) => outcome === 'refused'), 'both are refused');
});

test('a stopped test ends the request at its server', async () => {
  const { panel, server } = await open();
  const providerId = await addOllama(panel, server);
  server.script({
    pieces: [
      { kind: 'text', text: 'One' },
      { kind: 'wait', until: new Promise(() => {}) },
    ],
  });
  const testing = refusalOf(panel.request('models:test', { providerId, testId: 'one' }));
  await server.heard(1);
  await panel.request('models:stop-test', { testId: 'one' });
  await server.left(1);
  expect(await testing).toContain('cancelled');
});

test('names lead to a model: a type, an instance, an alias, its own', async () => {
  const { panel, server } = await open();
  const providerId = await addOllama(panel, server);
  const ref = { providerId, model: 'llava:7b' };
  await panel.request('models:choose', { key: { kind: 'alias', name: 'eyes' }, model: ref });
  await panel.request('models:choose', { key: { kind: 'use', use: 'sites' }, model: ref });
  await panel.waitFor(
    ({ modelChoices }) => modelChoices['alias:eyes']?.effective?.model === 'llava:7b',
    'the alias is there',
  );
  await panel.waitFor(({ modelChoices }) => modelChoices['use:sites']?.chosen != null, 'the choice for sites is there');
  expect(panel.snapshot.modelChoices['use:sites']).toMatchObject({ chosen: ref, effective: ref });
  await panel.request('models:choose', { key: { kind: 'alias', name: 'eyes' }, model: null });
  await panel.waitFor(({ modelChoices }) => !('alias:eyes' in modelChoices), 'it is gone');
});

test('switched off it answers nobody; removed it takes its key, its prices and its names along', async () => {
  const { panel, server } = await open({ key: 'sk-test-0123456789' });
  const { provider } = await panel.request('models:add', {
    ...{ type: 'compatible', baseUrl: server.openai, key: 'sk-test-0123456789', name: 'vLLM' },
  });
  const providerId = provider.id;
  await panel.request('models:choose', {
    key: { kind: 'use', use: 'chat' },
    model: { providerId, model: 'qwen2.5:7b' },
  });
  await panel.request('models:set-price', { providerId, model: 'qwen2.5:7b', price: { input: 1, output: 1 } });
  const { provider: off } = await panel.request('models:set', { providerId, isOn: false });
  expect(off.state.kind).toBe('off');
  expect(await refusalOf(panel.request('models:test', { providerId, testId: 'x' }))).toContain('vLLM is switched off');
  await panel.request('models:set', { providerId, isOn: true });
  await panel.waitFor(({ modelProviders }) => modelProviders[providerId]?.state.kind === 'ready', 'it is asked again');
  await panel.request('models:remove', { providerId });
  await panel.waitFor(({ modelProviders }) => !(providerId in modelProviders), 'it is gone');
  expect((await panel.request('secrets:list', {})).secrets).toEqual([]);
  expect((await panel.request('models:prices', {})).prices).toEqual([]);
  await panel.waitFor(({ modelChoices }) => modelChoices['use:chat']?.chosen === null, 'nothing names it');
});

test('a day has no more tokens than its limit, and a key that is refused later is a state', async () => {
  const { panel, server } = await open();
  const { provider } = await panel.request('models:add', { type: 'lmstudio', baseUrl: server.openai });
  const providerId = provider.id;
  await panel.request('models:set', { providerId, limits: { tokensPerDay: 10 } });
  server.script(says('Today', { usage: { input: 8, output: 4 } }));
  await panel.request('models:test', { providerId, testId: 'one' });
  const refusal = await refusalOf(panel.request('models:test', { providerId, testId: 'two' }));
  expect(refusal).toContain('The 10 tokens of LM Studio for today are used up');
  await panel.request('models:set', { providerId, limits: { tokensPerDay: null } });
  server.script({ status: 401, message: 'no' });
  await refusalOf(panel.request('models:test', { providerId, testId: 'three' }));
  await panel.waitFor(
    ({ modelProviders }) => modelProviders[providerId]?.state.kind === 'key-refused',
    'its state says so',
  );
});

test('what an answer used that was stopped or failed counts for the day too', async () => {
  const { panel, server } = await open();
  const providerId = await addOllama(panel, server);
  const today = () => panel.snapshot.modelProviders[providerId]?.today;
  const long = 'word '.repeat(400);
  const standing = { kind: 'wait', until: new Promise(() => {}) } as const;
  server.script({ pieces: [{ kind: 'text', text: long }, standing] });
  const written = new Promise(resolve => {
    panel.socket.on('message', data => String(data).includes('models:tested') && resolve(null));
  });
  const testing = refusalOf(panel.request('models:test', { providerId, testId: 'one' }));
  await written;
  await panel.request('models:stop-test', { testId: 'one' });
  expect(await testing).toContain('cancelled');
  await panel.waitFor(() => today()?.calls === 1, 'it is counted');
  // Four characters are about a token; the question with its tool is what was read.
  expect(today()).toMatchObject({ output: 500 });
  expect(today()?.input).toBeGreaterThan(20);

  server.script({ pieces: [{ kind: 'text', text: long }], streamError: 'out of memory' });
  expect(await refusalOf(panel.request('models:test', { providerId, testId: 'two' }))).toContain('out of memory');
  await panel.waitFor(() => today()?.calls === 2, 'the other is counted');
  expect(today()).toMatchObject({ output: 1_000 });
  // Nothing was done for a question that was refused.
  server.script({ status: 500, message: 'no' });
  await refusalOf(panel.request('models:test', { providerId, testId: 'three' }));
  expect(today()).toMatchObject({ calls: 2, output: 1_000 });

  await panel.request('models:set', { providerId, limits: { tokensPerDay: 1_000 } });
  expect(await refusalOf(panel.request('models:test', { providerId, testId: 'four' }))).toContain('are used up');
});

test('an answer that does not end is ended, and says so', async () => {
  const { panel, server } = await open();
  const providerId = await addOllama(panel, server);
  const standing = { kind: 'wait', until: new Promise(() => {}) } as const;
  const piece = { kind: 'text', text: 'again and '.repeat(50_000) } as const;
  server.script({ pieces: [...Array.from({ length: 9 }, () => piece), standing] });
  const refusal = await refusalOf(panel.request('models:test', { providerId, testId: 'one' }));
  expect(refusal).toContain('wrote more than 4194304 characters, so its answer was ended there');
  await server.left(1);
  expect((await modelRows(panel))[0]).toMatchObject({ outcome: 'error' });
});

test('pieces of a test come to the panel that asked as they are written', async () => {
  const { panel, server } = await open();
  const providerId = await addOllama(panel, server);
  const pieces: unknown[] = [];
  panel.socket.on('message', data => {
    const frame = JSON.parse(String(data)) as { event?: string; data?: { piece: unknown } };
    if (frame.event === 'models:tested') pieces.push(frame.data?.piece);
  });
  server.script(saysInPieces(['To', 'day']));
  const { test: done } = await panel.request('models:test', { providerId, testId: 'one' });
  expect(done.text).toBe('Today');
  expect(pieces).toEqual([
    { kind: 'text', text: 'To' },
    { kind: 'text', text: 'day' },
  ]);
});

test('what was added outlives the hub, with its key and what was used', async () => {
  const place = openPlace();
  onTestFinished(() => place.end());
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const server = await startModelServer({ key: 'sk-kept-0123456789' });
  onTestFinished(() => server.close());
  const { provider } = await panel.request('models:add', {
    type: 'openai',
    baseUrl: server.openai,
    key: 'sk-kept-0123456789',
  });
  await panel.request('models:test', { providerId: provider.id, testId: 'one' });
  await panel.request('models:usage', { days: 1 });
  hub.child.kill('SIGTERM');
  await hub.ended;
  const again = await place.panel(await place.serve());
  const kept = again.snapshot.modelProviders[provider.id];
  expect(kept).toMatchObject({
    hasKey: true,
    state: { kind: 'unknown' },
    modelCount: 2,
    today: { calls: 1, input: 12 },
  });
  await again.request('models:test', { providerId: provider.id, testId: 'two' });
  expect(server.refused).toHaveLength(0);
});
