// Statements of spec 003 about the host's half that no other test of this wire tells.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { harborAArgv } from '../../support/harbor-a-client.ts';
import { usePlace } from '../../support/hub-process.ts';
import { textsBelow } from '../../support/temp-home.ts';
import { fixturePath } from '../gateway/scene.ts';
import { startLauncher } from '../native-host/relay-child.ts';
import { allowPage, openHarborA, shop, wellBehaved } from './harbor-a-scene.ts';

const call = (tool: string, args: object = {}) => ({ origin: shop, tool_name: tool, args });

test('003 Frame Format: the program that the browser starts reads and writes a length of four bytes, little-endian, and JSON with a type and an id.', async () => {
  const { scene } = await openHarborA();
  const relay = startLauncher(join(scene.place.home, 'launcher/relay'), harborAArgv);
  onTestFinished(() => void relay.child.kill());
  const text = Buffer.from('{"type":"hello","request_id":"ä1"}');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  relay.child.stdin?.write(Buffer.concat([length, text]));
  const answer: unknown = JSON.parse((await relay.take()).toString());
  expect(answer).toMatchObject({ type: 'pong', request_id: 'ä1', bridge_version: expect.any(String) });
});

test('003 Error Codes: a page is told that a server is away, that a tool has failed, and which tool there is not.', async () => {
  const { a, scene, panel } = await openHarborA();
  await scene.addServer('Calm', [wellBehaved]);
  await scene.addServer('Rich', [fixturePath]);
  await allowPage(a);
  expect(await a.refusal('host_call_tool', call('calm/nothing-of-that-name'))).toBe('ERR_TOOL_NOT_FOUND');
  expect(await a.refusal('host_call_tool', call('rich/test_error_handling'))).toBe('ERR_TOOL_FAILED');
  await panel.request('servers:stop', { serverId: 'calm' });
  await panel.waitFor(({ servers }) => servers['calm']?.state.kind === 'stopped', 'it is stopped');
  expect(await a.ask('host_call_tool', call('calm/echo'))).toMatchObject({ error: { code: 'ERR_SERVER_UNAVAILABLE' } });
});

test('003 Tool Registry: tools have the names of their servers before their own, which keeps those of two servers apart.', async () => {
  const { a, scene } = await openHarborA();
  await scene.addServer('Calm', [wellBehaved]);
  await scene.addServer('Quiet', [wellBehaved]);
  await allowPage(a);
  const { tools } = await a.ask('host_list_tools', { origin: shop });
  const echoes = (tools as { name: string; serverId: string; originalName: string }[]).filter(
    ({ originalName }) => originalName === 'echo',
  );
  expect(echoes.map(({ name, serverId }) => [name, serverId])).toEqual([
    ['calm/echo', 'calm'],
    ['quiet/echo', 'quiet'],
  ]);
  for (const { name, serverId } of echoes)
    expect(await a.ask('host_call_tool', call(name))).toMatchObject({ provenance: { serverId, toolName: 'echo' } });
});

test.each([
  ['1', true],
  ['0', false],
])(
  '003 Enabling Process Isolation: HARBOR_MCP_ISOLATION=%s decides for servers that are added.',
  async (value, isolation) => {
    const place = usePlace();
    const panel = await place.panel(await place.serve([], { env: { HARBOR_MCP_ISOLATION: value } }));
    const text = JSON.stringify({ mcpServers: { Calm: { command: process.execPath, args: [wellBehaved] } } });
    await panel.request('servers:add', { kind: 'json', text });
    await panel.waitFor(({ servers }) => servers['calm'] !== undefined, 'it is there');
    expect(panel.snapshot.servers['calm']?.options.isolation).toBe(isolation);
  },
);

test('003 Security Model: neither what a tool is called with nor what it brings is in the log of the hub.', async () => {
  const { a, scene } = await openHarborA();
  await scene.addServer('Calm', [wellBehaved]);
  await allowPage(a);
  const args = { marker: 'only-in-the-arguments' };
  expect(await a.ask('host_call_tool', call('calm/echo', args))).toHaveProperty('result');
  const logs = Object.entries(textsBelow(scene.place.home, 'utf8')).filter(([name]) => name.endsWith('.log'));
  expect(logs.map(([name]) => name)).not.toEqual([]);
  expect(logs.filter(([, text]) => text.includes(args.marker))).toEqual([]);
});

test('003 Scopes: each of the seven is granted, found and told by its own name.', async () => {
  const { a } = await openHarborA();
  const scopes = ['model:prompt', 'model:tools', 'mcp:tools.list', 'mcp:tools.call', 'mcp:servers.register'];
  const all = [...scopes, 'browser:activeTab.read', 'chat:open'];
  for (const scope of all) {
    expect(await a.ask('host_check_permission', { origin: shop, scope })).toMatchObject({ granted: false });
    await a.ask('host_grant_permission', { origin: shop, scope, grant_type: 'ALLOW_ALWAYS' });
    expect(await a.ask('host_check_permission', { origin: shop, scope })).toMatchObject({ granted: true });
  }
  const { grants } = await a.ask('host_get_permissions', { origin: shop });
  expect((grants as { scope: string }[]).map(({ scope }) => scope).toSorted()).toEqual(all.toSorted());
});
