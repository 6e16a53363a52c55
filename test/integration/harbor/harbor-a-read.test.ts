// What the code of Harbor's first extension reads in an answer, field by field, where its own papers have it otherwise.
import { expect, onTestFinished, test } from 'vitest';
import { startEverything } from '../../support/everything-server.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { calls, says } from '../../support/models/script.ts';
import { approve, grant, harbor, openHarborA, wellBehaved } from './harbor-a-scene.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { ModelServer } from '../../support/models/model-server.ts';
import type { HarborScene } from './harbor-a-scene.ts';

async function openWithModel(): Promise<HarborScene & { models: ModelServer }> {
  const all = await openHarborA();
  const models = await startModelServer();
  onTestFinished(() => models.close());
  await all.panel.request('models:add', { type: 'ollama', baseUrl: models.ollama });
  for (const scope of ['servers:call', 'model:prompt'] as const) await grant(all.panel, harbor, scope);
  return { ...all, models };
}

test('Its sidebar finds how models stand in `status`, with the version and whether tools can be called.', async () => {
  const { a, models } = await openWithModel();
  expect(await a.ask('llm_setup_status')).toMatchObject({
    status: {
      available: true,
      runningProvider: 'ollama',
      runningUrl: models.ollama,
      downloadedModels: [],
      activeModel: 'qwen2.5:7b',
      ollamaInfo: { version: expect.any(String), supportsTools: true },
    },
  });
});

test('Its list of providers is filled: local ones, others, and which have a key.', async () => {
  const { a, panel } = await openWithModel();
  await panel.request('models:add', { type: 'openai', key: 'sk-a-key-of-the-user', unchecked: true });
  const { local, remote, configuredApiKeys } = await a.ask('llm_get_supported_providers');
  expect(local).toContain('ollama');
  expect(remote).toContain('anthropic');
  expect(configuredApiKeys).toEqual(['openai']);
});

test('The provider that pages ask is marked, because its name is told as `provider`.', async () => {
  const { a } = await openWithModel();
  expect(await a.ask('llm_get_active')).toMatchObject({ provider: 'ollama', active: 'ollama', model: 'qwen2.5:7b' });
});

test('A key that its user enters is answered with whether the provider can be asked now.', async () => {
  const { a, panel, models } = await openWithModel();
  const { provider } = await panel.request('models:add', {
    type: 'openai',
    baseUrl: models.openai,
    key: 'sk-old',
    unchecked: true,
  });
  const answer = a.ask('llm_set_api_key', { provider_id: provider.id, api_key: 'sk-a-newer-key' });
  await panel.waitFor(({ confirmations }) => Object.keys(confirmations).length === 1, 'it waits in the panel');
  const [confirmationId = ''] = Object.keys(panel.snapshot.confirmations);
  await panel.request('confirmations:answer', { confirmationId, effect: 'allow' });
  expect(await answer).toMatchObject({ success: true, provider: 'openai', available: true });
});

test('A run that has used up its calls ends with an answer, not with an error, and says that it did.', async () => {
  const { a, scene, models } = await openWithModel();
  await scene.addServer('Calm', [wellBehaved]);
  models.answer = ({ tools }) => calls(tools.find(tool => tool.endsWith('echo')) ?? '', { a: 1 });
  const { session } = await a.ask('chat_create_session', { enabled_servers: ['calm'], max_iterations: 2 });
  const { id } = session as { id: string };
  const answer = await a.ask('chat_send_message', { session_id: id, message: 'Echo it for ever' });
  const kinds = (answer['steps'] as { type: string }[]).map(({ type }) => type);
  expect(answer).toMatchObject({ reachedMaxIterations: true, response: expect.stringContaining('used up the steps') });
  expect(kinds).toEqual(['tool_calls', 'tool_results', 'tool_calls', 'tool_results']);
});

test('A call and its result have one name, made of the id by which the extension knows the server.', async () => {
  const { a, panel, models } = await openWithModel();
  const remote = await startEverything('http');
  onTestFinished(() => remote.kill());
  const catalog_entry = { id: 'registry-all', name: 'Everything', packages: [], endpointUrl: remote.url };
  await a.ask('install_server', { catalog_entry });
  const idOfIt = (servers: Readonly<Record<string, Server>>) =>
    Object.values(servers).find(({ commandLine }) => commandLine === remote.url)?.id ?? '';
  await panel.waitFor(({ servers }) => idOfIt(servers) !== '', 'it is there');
  const serverId = idOfIt(panel.snapshot.servers);
  await approve(panel, serverId);
  await panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'it runs');
  let isCalled = false;
  models.answer = ({ tools }) => {
    if (isCalled) return says('Done.');
    isCalled = true;
    return calls(tools.find(tool => tool.endsWith('echo')) ?? '', { message: 'hi' });
  };
  const { session } = await a.ask('chat_create_session', { enabled_servers: ['registry-all'] });
  const { id } = session as { id: string };
  const { steps } = await a.ask('chat_send_message', { session_id: id, message: 'Echo it' });
  expect(steps).toMatchObject([
    { type: 'tool_calls', toolCalls: [{ name: 'registry-all__echo' }] },
    { type: 'tool_results', toolResults: [{ serverId: 'registry-all', toolName: 'echo', isError: false }] },
    { type: 'final', content: 'Done.' },
  ]);
});

test('A package that its user names in the directory is installed, in the form in which the directory sends it.', async () => {
  const { a } = await openHarborA();
  const catalog_entry = { id: 'custom-1', name: 'own-server', packages: [{ type: 'npm', name: '@me/own-server' }] };
  const { server, hasManifest } = await a.ask('install_server', { catalog_entry, package_index: 0 });
  expect(hasManifest).toBe(false);
  expect(server).toMatchObject({ id: 'custom-1', packageType: 'npm', packageId: '@me/own-server' });
});

test('Another value of a credential that its server has is nothing to approve anew; the server has it at once.', async () => {
  const { a, panel } = await openWithModel();
  await grant(panel, harbor, 'servers:manage');
  const env = { API_KEY: 'the first secret of it' };
  const calm = { command: process.execPath, args: [wellBehaved], env };
  await a.ask('import_config', { config_json: JSON.stringify({ mcpServers: { Calm: calm } }) });
  await panel.waitFor(({ servers }) => servers['calm'] !== undefined, 'it is there');
  await approve(panel, 'calm');
  await panel.waitFor(({ servers }) => servers['calm']?.state.kind === 'running', 'it runs');
  const change = { server_id: 'calm', key: 'API_KEY', value: 'the second secret of it' };
  expect(await a.ask('set_credential', change)).toMatchObject({ success: true });
  expect(await a.ask('get_server_status', { server_id: 'calm' })).toMatchObject({ process: { state: 'running' } });
  const said = { server_id: 'calm', tool_name: 'describe', arguments: {} };
  expect(JSON.stringify(await a.ask('mcp_call_tool', said))).toContain('the second secret of it');
});
