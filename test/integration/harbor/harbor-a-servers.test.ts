// Servers behind Harbor's first wire: what is changed after a question is what the question was about, and what is told needs the right to read.
import { describe, expect, test } from 'vitest';
import { answer } from '../hub/scenes.ts';
import { grant, harbor, openHarborA, shop, wellBehaved } from './harbor-a-scene.ts';
import type { HarborScene } from './harbor-a-scene.ts';

const thing = { server_id: 'thing' };
const entry = {
  id: 'thing',
  name: 'Thing',
  packages: [{ registryType: 'npm', identifier: 'thing-server', environmentVariables: [] }],
};

async function askedAbout({ panel }: HarborScene): Promise<void> {
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the user is asked');
}

async function configOf({ panel }: HarborScene, serverId = 'thing') {
  return (await panel.request('servers:config', { serverId })).config;
}

test('New arguments go behind what the command is once the user has agreed, not what it was before.', async () => {
  const all = await openHarborA();
  const { a, panel } = all;
  await a.ask('install_server', { catalog_entry: entry });
  const changed = a.ask('update_server_args', { ...thing, args: ['--folder', '/srv'] });
  await askedAbout(all);
  const args = ['--yes', '--package', 'thing-server@2.0.0', 'thing', '--old'];
  await panel.request('servers:configure', {
    serverId: 'thing',
    config: { kind: 'stdio', command: 'npx', args, cwd: null, variables: { MINE: 'kept' } },
  });
  await answer(panel, 'allow', 'use');
  expect(await changed).toMatchObject({ success: true });
  expect(await configOf(all)).toMatchObject({
    args: ['--yes', '--package', 'thing-server@2.0.0', 'thing', '--folder', '/srv'],
    variables: expect.anything(),
  });
  const { servers } = await a.ask('list_installed');
  const row = { id: 'thing', args: ['--folder', '/srv'] };
  expect(servers).toContainEqual(expect.objectContaining({ server: expect.objectContaining(row) }));
});

test('Who else uses a credential is looked up when it is removed, not before the user is asked.', async () => {
  const all = await openHarborA();
  const { a, scene, panel } = all;
  const manage = await grant(panel, harbor, 'servers:manage');
  await a.ask('install_server', { catalog_entry: entry });
  await a.ask('set_credential', { ...thing, key: 'THING_KEY', value: 'a secret of the thing' });
  await panel.request('grants:revoke', { grantId: manage.grant.id });
  const removed = a.ask('delete_credential', { ...thing, key: 'THING_KEY' });
  await askedAbout(all);
  await scene.addServer('Calm', [wellBehaved], {}, { THING_KEY: '${secret:THING_KEY}' });
  await answer(panel, 'allow', 'use');
  expect(await removed).toMatchObject({
    error: { code: 'credential_error', message: 'Another server uses THING_KEY too; remove it in Pilothouse.' },
  });
  const { secrets } = await panel.request('secrets:list', {});
  expect(secrets).toEqual([{ name: 'THING_KEY', isSet: true, usedBy: ['thing', 'calm'] }]);
});

test('What a server wrote is read by who may read from it, and stands in the audit.', async () => {
  const all = await openHarborA();
  const { a, scene, panel } = all;
  await scene.addServer('Calm', [wellBehaved]);
  await grant(panel, harbor, 'servers:call', { tools: ['calm/exit'] });
  await a.ask('mcp_call_tool', { server_id: 'calm', tool_name: 'exit', arguments: { code: 3 } });
  await panel.waitFor(({ servers }) => servers['calm']?.state.kind !== 'running', 'it has ended');
  expect(await a.ask('mcp_get_logs', { server_id: 'calm' })).toMatchObject({ logs: ['the disk is full'] });
  const { entries } = await panel.request('audit:query', { filter: {}, count: 20 });
  expect(entries.some(({ what, outcome }) => what === 'calm/server/log' && outcome === 'allow')).toBe(true);
  await grant(panel, harbor, 'servers:call', { effect: 'deny' });
  expect(await a.refusal('mcp_get_logs', { server_id: 'calm' })).toBe('logs_error');
  expect(JSON.stringify(a.answers.at(-1))).not.toContain('the disk is full');
});

test('One that was started is told of also to who may not read what it wrote.', async () => {
  const { a, scene, panel } = await openHarborA();
  await scene.addServer('Calm', [wellBehaved]);
  await grant(panel, harbor, 'servers:manage');
  await grant(panel, harbor, 'servers:call', { effect: 'deny' });
  expect(await a.refusal('mcp_get_logs', { server_id: 'calm' })).toBe('logs_error');
  expect(await a.ask('start_installed', { server_id: 'calm' })).toMatchObject({
    process: { serverId: 'calm', state: 'running', recentLogs: [] },
  });
});

test('Of several credentials none is kept where one of them is a token of a sign-in.', async () => {
  const all = await openHarborA();
  const { a, panel } = all;
  await grant(panel, harbor, 'servers:manage');
  const env = { TOKEN: '${secret:oauth.calm.access_token}' };
  const calm = { mcpServers: { Calm: { command: process.execPath, args: [wellBehaved], env } } };
  await panel.request('servers:add', { kind: 'json', text: JSON.stringify(calm) });
  const before = await configOf(all, 'calm');
  const secrets = { NEW_KEY: 'a new secret', TOKEN: 'another token' };
  expect(await a.refusal('set_server_secrets', { server_id: 'calm', secrets })).toBe('invalid_request');
  expect(await configOf(all, 'calm')).toEqual(before);
  expect(JSON.stringify(await panel.request('secrets:list', {}))).not.toContain('NEW_KEY');
});

describe('the server of a page', () => {
  const brought = { server_id: 'byoc-1', url: 'http://127.0.0.1:9/byoc', name: 'Shop', origin: shop };

  test('It goes with the port of the extension, which tells of no page any more.', async () => {
    const { a, panel } = await openHarborA();
    expect(await a.refusal('connect_remote_mcp', brought)).toBe('connection_failed');
    await panel.waitFor(({ servers }) => 'shop' in servers, 'it is there');
    a.close();
    await panel.waitFor(({ servers }) => !('shop' in servers), 'it has gone');
  });

  test('It goes with the hub that it came to.', async () => {
    const { a, scene, panel: before } = await openHarborA();
    await a.ask('connect_remote_mcp', brought);
    await a.ask('add_remote_server', { name: 'Stays', url: 'http://127.0.0.1:9/mcp' });
    await before.waitFor(({ servers }) => 'shop' in servers && 'stays' in servers, 'both are there');
    await scene.place.newestHub()?.kill('SIGKILL');
    const panel = await scene.place.panel(await scene.place.serve());
    const ids = Object.keys(panel.snapshot.servers);
    expect(ids.includes('stays')).toBe(true);
    expect(ids.includes('shop')).toBe(false);
  });
});
