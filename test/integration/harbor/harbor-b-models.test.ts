// Models for Harbor's second generation: asked at a real hub over its wire, of a server that holds every request to its form.
import { expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { calls, saysInPieces } from '../../support/models/script.ts';
import { answer } from '../hub/scenes.ts';
import { allow, HarborExtension } from './harbor-b-scene.ts';

const hello = { messages: [{ role: 'user', content: 'hello' }] };

/** A hub with one provider, at an address that no program has by itself. */
async function openScene() {
  const server = await startModelServer();
  onTestFinished(() => server.close());
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const { provider } = await panel.request('models:add', { type: 'compatible', name: 'Here', baseUrl: server.openai });
  const extension = new HarborExtension(place.home);
  await extension.hears(({ status }) => status === 'ready', 'it is ready');
  return { server, place, hub, panel, provider, extension };
}

test('A chat is asked about, goes to the address that the user gave, and is told with its usage.', async () => {
  const { server, panel, extension } = await openScene();
  const asked = extension.rpc('llm.chat', { ...hello, model: 'qwen2.5:7b', system_prompt: 'Be brief.' });
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'the question is asked');
  const [question] = Object.values(panel.snapshot.prompts);
  expect(question).toMatchObject({ scope: 'model:prompt', where: { kind: 'at-model', model: 'qwen2.5:7b' } });
  expect(server.asked).toEqual([]);
  await answer(panel, 'allow', 'use');
  expect(await asked).toEqual({
    id: expect.stringMatching(/^chatcmpl-\d+$/),
    object: 'chat.completion',
    created: expect.any(Number),
    model: 'compatible:qwen2.5:7b',
    provider: 'compatible',
    choices: [{ index: 0, message: { role: 'assistant', content: 'You said: hello' }, finish_reason: 'stop' }],
    content: 'You said: hello',
    response: { role: 'assistant', content: 'You said: hello' },
    usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
  });
  expect(server.asked[0]?.body['messages']).toMatchObject([{ role: 'system', content: 'Be brief.' }, { role: 'user' }]);
  const refused = extension.ask('llm.chat', hello);
  await answer(panel, 'deny', 'use');
  expect((await refused).error).toMatchObject({ code: -32000, message: expect.stringContaining('The user refused') });
  expect(server.asked).toHaveLength(1);
  await panel.waitFor(({ agents }) => Object.values(agents)[0]?.refused === 1, 'the refusal is counted');
  expect(Object.values(panel.snapshot.agents)[0]).toMatchObject({ calls: 2, inFlight: 0 });
});

test('A stream brings each piece as it comes and ends by an event, and tools are called in it too.', async () => {
  const { server, panel, extension } = await openScene();
  await allow(panel, 'model:prompt');
  server.script(saysInPieces(['One ', 'two ', 'three']));
  extension.say({ type: 'rpc', id: 's1', method: 'llm.chat_stream', params: hello });
  await extension.hears(
    ({ event }) => (event as { type?: string } | undefined)?.type === 'done',
    'the stream has ended',
  );
  const events = extension.heard.filter(({ type }) => type === 'stream');
  const model = 'compatible:qwen2.5:7b';
  const pieces = events.slice(0, -1).map(({ event }) => (event as { token: string }).token);
  expect([pieces.join(''), pieces.length > 1]).toEqual(['One two three', true]);
  expect(events[0]).toEqual({ type: 'stream', id: 's1', event: { id: 's1', type: 'token', token: 'One ', model } });
  expect(events.at(-1)).toMatchObject({ id: 's1', event: { id: 's1', type: 'done', finish_reason: 'Stop', model } });
  expect(extension.heard.filter(({ type, id }) => type === 'rpc_response' && id === 's1')).toEqual([]);

  server.script(calls('look', { at: 'it' }));
  const tools = [{ name: 'look', description: 'Looks', input_schema: { type: 'object', properties: {} } }];
  extension.say({ type: 'rpc', id: 's2', method: 'llm.chat_stream', params: { ...hello, tools } });
  await extension.hears(({ id }) => id === 's2', 'the second stream has ended');
  const call = { id: 'call_look', type: 'function', function: { name: 'look', arguments: '{"at":"it"}' } };
  expect(extension.heard.at(-1)).toMatchObject({
    event: { type: 'done', finish_reason: 'ToolCalls', tool_calls: [call] },
  });
});

test('A history with calls of tools goes on as such, and results that come alone go on as text.', async () => {
  const { server, panel, extension } = await openScene();
  await allow(panel, 'model:prompt');
  const tool_calls = [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"it"}' } }];
  await extension.rpc('llm.chat', {
    messages: [
      { role: 'user', content: 'look' },
      { role: 'assistant', content: null, tool_calls },
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
      { role: 'tool', tool_call_id: 'lost', content: 'alone' },
    ],
  });
  expect(server.asked[0]?.body['messages']).toMatchObject([
    { role: 'user' },
    { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'look' } }] },
    { role: 'tool', tool_call_id: 'c1', content: 'seen' },
    { role: 'user' },
  ]);
  expect(JSON.stringify(server.asked[0]?.body['messages'])).toContain('Result of the tool: alone');
});

test('What a provider fails with has the code of providers, in a chat and in a stream.', async () => {
  const { server, panel, extension } = await openScene();
  await allow(panel, 'model:prompt');
  server.script({ status: 500, message: 'out of order' }, { status: 500, message: 'out of order' });
  const { error } = await extension.ask('llm.chat', hello);
  expect(error).toMatchObject({ code: -32001, message: expect.stringMatching(/^LLM error: .*out of order/) });
  extension.say({ type: 'rpc', id: 's', method: 'llm.chat_stream', params: hello });
  await extension.hears(({ id }) => id === 's', 'the stream has ended');
  expect(extension.heard.at(-1)).toMatchObject({ event: { type: 'error', error: { code: -32001 } } });
  expect((await extension.ask('llm.chat', { model: 'nothing:x', ...hello })).error?.code).toBe(-32001);
  expect((await extension.ask('llm.chat', { messages: 'none' })).error?.code).toBe(-32602);
});

test('An extension that leaves in the middle of a stream ends the request at the provider, and so does the end of its grant.', async () => {
  const { server, panel, extension, place } = await openScene();
  await allow(panel, 'model:prompt');
  const forever = { kind: 'wait', until: new Promise(() => {}) } as const;
  server.script({ pieces: [{ kind: 'text', text: 'one' }, forever] });
  extension.say({ type: 'rpc', id: 's', method: 'llm.chat_stream', params: hello });
  await extension.hears(({ type }) => type === 'stream', 'it streams');
  await extension.leave();
  await server.left(1);

  const other = new HarborExtension(place.home);
  let goOn = () => {};
  const more = { kind: 'wait', until: new Promise<void>(resolve => (goOn = resolve)) } as const;
  server.script({ pieces: [{ kind: 'text', text: 'one' }, more, { kind: 'text', text: 'two' }, forever] });
  other.say({ type: 'rpc', id: 't', method: 'llm.chat_stream', params: hello });
  await other.hears(({ type }) => type === 'stream', 'it streams');
  const [grantId = ''] = Object.keys(panel.snapshot.grants);
  await panel.request('grants:revoke', { grantId });
  goOn();
  await other.hears(({ event }) => (event as { type?: string } | undefined)?.type === 'error', 'the stream has ended');
  expect(JSON.stringify(other.heard)).not.toContain('two');
  await server.left(2);
});

test('A stream that is open when the hub is killed ends with the port of its extension.', async () => {
  const { server, panel, extension, place, hub } = await openScene();
  await allow(panel, 'model:prompt');
  server.script({
    pieces: [
      { kind: 'text', text: 'one' },
      { kind: 'wait', until: new Promise(() => {}) },
    ],
  });
  extension.say({ type: 'rpc', id: 's', method: 'llm.chat_stream', params: hello });
  await extension.hears(({ type }) => type === 'stream', 'it streams');
  await hub.kill('SIGKILL');
  await server.left(1);
  await place.serve();
  await extension.relay.exited;
  expect(extension.heard.filter(({ type }) => type === 'stream')).toHaveLength(1);
});

test('Providers, models and choices are the hub’s, and a change of them waits for a click.', async () => {
  const { server, panel, provider, extension } = await openScene();
  const { id } = provider;
  const listed = (await extension.rpc('llm.list_providers')) as {
    providers: { id: string }[];
    default_provider: string;
  };
  expect(listed.default_provider).toBe(id);
  expect(listed.providers.find(row => row.id === id)).toEqual({
    id,
    type: 'compatible',
    name: 'Here',
    configured: true,
    needs_api_key: false,
    is_local: true,
    is_default: true,
    is_type_default: true,
    has_api_key: false,
    base_url: server.openai,
    available: true,
  });
  expect(listed.providers.map(row => row.id)).toContain('anthropic');
  const model = 'compatible:qwen2.5:7b';
  expect(await extension.rpc('llm.list_models')).toMatchObject({ models: [{ id: model, provider: 'compatible' }, {}] });
  expect(await extension.rpc('llm.list_configured_models')).toEqual({
    models: [{ name: 'qwen2.5:7b', model_id: model, is_default: true }],
  });
  expect(await extension.rpc('llm.get_configured_models_metadata')).toEqual({
    metadata: [{ model_id: model, is_local: true }],
  });
  expect(await extension.rpc('llm.check_provider', { provider: 'compatible' })).toMatchObject({ available: true });
  expect(await extension.rpc('llm.health')).toMatchObject({ status: 'ok', providers: [{ available: true }] });
  expect(await extension.rpc('llm.get_config')).toMatchObject({
    version: 2,
    default_model: model,
    default_provider: id,
  });

  const add = { type: 'openai', name: 'Mine', api_key: 'sk-secret-of-mine', base_url: server.openai };
  const refused = extension.ask('llm.add_provider', add);
  await expect(confirmed(panel, refused, 'deny')).resolves.toMatchObject({ error: { code: -32000 } });
  const shown: unknown[] = [];
  const added = extension.rpc('llm.add_provider', add);
  await panel.waitFor(({ confirmations }) => Object.keys(confirmations).length > 0, 'the change waits');
  shown.push(...Object.values(panel.snapshot.confirmations));
  const { id: mine } = (await confirmed(panel, added)) as { id: string };
  expect(JSON.stringify(shown)).toContain(`Mine, ${server.openai}`);
  await panel.waitFor(({ modelProviders }) => mine in modelProviders, 'it is shown');
  expect(JSON.stringify([shown, panel.snapshot])).not.toContain('sk-secret');
  expect(panel.snapshot.modelProviders[mine]).toMatchObject({ type: 'openai', name: 'Mine', hasKey: true });

  const alias = extension.rpc('llm.add_configured_model', { model_id: 'compatible:llava:7b', name: 'my eyes' });
  expect(await confirmed(panel, alias)).toEqual({ ok: true, name: 'my-eyes', model_id: 'compatible:llava:7b' });
  const chosen = extension.rpc('llm.set_configured_model_default', { name: 'my-eyes' });
  expect(await confirmed(panel, chosen)).toEqual({ ok: true, default: 'my-eyes' });
  expect(await extension.rpc('llm.list_configured_models')).toEqual({
    models: [{ name: 'my-eyes', model_id: 'compatible:llava:7b', is_default: true }],
  });
  const removed = extension.rpc('llm.remove_provider', { id: mine });
  expect(await confirmed(panel, removed)).toEqual({ ok: true });
  expect((await extension.ask('llm.set_default_model', { model: 'nothing' })).error?.code).toBe(-32602);
  expect((await extension.ask('llm.add_provider', { type: 'chrome', name: 'x' })).error?.code).toBe(-32602);
});

test('Fifty requests at once are each answered, and none waits for another.', async () => {
  const { server, panel, extension } = await openScene();
  await allow(panel, 'model:prompt');
  let goOn = () => {};
  server.script({
    pieces: [
      { kind: 'wait', until: new Promise<void>(resolve => (goOn = resolve)) },
      { kind: 'text', text: 'late' },
    ],
  });
  const late = extension.rpc('llm.chat', hello);
  await server.heard(1);
  const healths = await Promise.all(Array.from({ length: 50 }, () => extension.rpc('system.health')));
  expect(healths).toHaveLength(50);
  goOn();
  expect(await late).toMatchObject({ choices: [{ message: { content: 'late' } }] });
});

test('The client of a sign-in waits for a click, and a sign-in is begun with it.', async () => {
  const { panel, extension } = await openScene();
  const client = { provider: 'google', client_id: 'id-of-the-client', client_secret: 'secret-of-the-client' };
  const refused = await confirmed(panel, extension.ask('oauth.set_credentials', client), 'deny');
  expect(refused).toMatchObject({ error: { code: -32000 } });
  expect(await confirmed(panel, extension.rpc('oauth.set_credentials', client))).toEqual({
    success: true,
    provider: 'google',
  });
  expect(await extension.rpc('oauth.get_credentials_status')).toMatchObject({
    providers: { google: { configured: true, client_id_preview: 'id-of-the-cl...' } },
  });
  const begun = await extension.rpc('oauth.start_flow', {
    provider: 'google',
    server_id: 'mail',
    scopes: ['gmail.send'],
  });
  expect(begun).toMatchObject({
    auth_url: expect.stringContaining('client_id=id-of-the-client'),
    state: expect.any(String),
  });
  expect(await extension.rpc('oauth.status', { server_id: 'mail' })).toEqual({ authenticated: false });
  expect(JSON.stringify(extension.heard)).not.toContain('secret-of-the-client');
});
