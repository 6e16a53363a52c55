// What Harbor's first wire is done to: wrong messages, large ones, many, two at once, a hub that is gone; and what it must not give away.
import { expect, onTestFinished, test } from 'vitest';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { HarborAClient } from '../../support/harbor-a-client.ts';
import { approve, grant, harbor, openHarborA, shop, wellBehaved } from './harbor-a-scene.ts';
import { harborATypes } from './harbor-a-types.ts';
import type { WireMessage } from '../../support/harbor-a-client.ts';

const junk: readonly unknown[] = [
  null,
  7,
  '',
  'x',
  true,
  [],
  [1],
  {},
  { a: { b: [] } },
  '../../etc',
  '\u0000',
  'é'.repeat(300),
];
const names = [
  'server_id',
  'label',
  'base_url',
  'name',
  'url',
  'origin',
  'scope',
  'grant_type',
  'tool_name',
  'args',
  'arguments',
];
const more = [
  'tab_id',
  'catalog_entry',
  'manifest',
  'secrets',
  'messages',
  'provider_id',
  'model_id',
  'session_id',
  'github_url',
  'config_json',
];

test('Each type has one answer to whatever its fields are, and the connection goes on.', async () => {
  const { a } = await openHarborA();
  // Those ask the network or wait for the user, which is not what is tried here.
  const quiet = harborATypes.filter(
    type => !/^(catalog_|resolve_|install_|oauth_|llm_set_api|llm_detect|llm_setup)/.test(type),
  );
  let sent = 0;
  for (const [at, type] of quiet.entries())
    for (let turn = 0; turn < 6; turn += 1) {
      const fields = Object.fromEntries(
        [...names, ...more].map((name, place) => [name, junk[(at + turn * 5 + place) % junk.length]]),
      );
      a.send({ ...fields, type, request_id: `f${(sent += 1)}` });
    }
  await a.answered(sent + 1);
  const ids = a.answers.map(({ request_id }) => request_id);
  expect(new Set(ids).size).toBe(ids.length);
  const broken = a.answers.filter(({ error }) =>
    /not a function|undefined|Cannot read/.test(JSON.stringify(error ?? {})),
  );
  expect(broken).toEqual([]);
  expect(await a.ask('hello')).toMatchObject({ type: 'pong' });
});

test('A thousand at once are all answered, each under its own id.', async () => {
  const { a } = await openHarborA();
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, at) => a.ask('ping', { echo: `e${at}` })));
  expect(answers.map(({ echo }) => echo)).toEqual(Array.from({ length: 1_000 }, (_, at) => `e${at}`));
});

test('What is no message is told so, and what is no JSON three times in a row ends the connection.', async () => {
  const { a } = await openHarborA();
  const count = a.answers.length;
  a.send([1]);
  a.send({ type: 'toString', request_id: 'p1' });
  a.send({ type: '__proto__', request_id: 'p2' });
  await a.answered(count + 3);
  const codes = a.answers.slice(count).map(({ error }) => (error as WireMessage)['code']);
  expect(codes).toEqual(['invalid_message', 'unknown_message_type', 'unknown_message_type']);
});

test('An answer that the browser would not take is an error instead, under its own id.', async () => {
  const { a, scene, panel } = await openHarborA();
  await scene.addServer('Calm', [wellBehaved]);
  await grant(panel, harbor, 'servers:call');
  const text = 'x'.repeat(700_000);
  const large = { server_id: 'calm', tool_name: 'echo', arguments: { a: text, b: text } };
  expect(encodeFrame(JSON.stringify(large)).length).toBeGreaterThan(1_400_000);
  expect(await a.refusal('mcp_call_tool', large)).toBe('message_too_large');
  expect(await a.ask('hello')).toMatchObject({ type: 'pong' });
});

test('Nobody has the runs of a page in another extension, and one that was shut out gets nothing.', async () => {
  const { a, scene, panel } = await openHarborA();
  const other = await HarborAClient.open(scene.place.home, ['/opt/harbor_bridge_host.json', 'harbor@example.com']);
  onTestFinished(() => other.close());
  const { run_id } = await a.ask('host_create_run', { origin: shop });
  expect(await other.ask('host_end_run', { origin: shop, run_id })).toMatchObject({ ended: false });
  await panel.request('clients:admit', { clientId: 'compat-harbor', admitted: false });
  const late = await HarborAClient.open(scene.place.home);
  onTestFinished(() => late.close());
  expect(await late.ask('hello')).toMatchObject({ type: 'pong' });
  for (const type of ['list_installed', 'host_get_permissions', 'add_server', 'llm_list_providers'])
    expect(await late.refusal(type, { origin: shop, label: 'L', base_url: 'http://127.0.0.1:9' })).toBe(
      'ERR_PERMISSION_DENIED',
    );
});

test('What one extension left, another of Harbor’s does not take up; it does itself.', async () => {
  const { a, scene, panel } = await openHarborA();
  const agentsHere = () => Object.values(panel.snapshot.agents).filter(({ clientId }) => clientId === 'compat-harbor');
  const [{ id } = { id: '' }] = agentsHere();
  a.close();
  await panel.waitFor(({ agents }) => agents[id]?.state.kind === 'gone', 'it has left');
  const other = await HarborAClient.open(scene.place.home, ['/opt/harbor_bridge_host.json', 'harbor@example.com']);
  onTestFinished(() => other.close());
  await other.ask('hello');
  await panel.waitFor(() => agentsHere().length === 2, 'the other is somebody else');
  expect(panel.snapshot.agents[id]?.state.kind).toBe('gone');
  const again = await HarborAClient.open(scene.place.home);
  onTestFinished(() => again.close());
  await again.ask('hello');
  await panel.waitFor(({ agents }) => agents[id]?.state.kind === 'connected', 'it is back');
});

test('Under another extension’s id or another host’s name nobody comes in by this wire.', async () => {
  const { scene, panel } = await openHarborA();
  for (const argv of [
    ['/opt/harbor_bridge_host.json', 'evil@example.com'],
    ['/opt/pilothouse.json', 'raffi.krikorian.harbor@gmail.com'],
  ]) {
    const stranger = await HarborAClient.open(scene.place.home, argv);
    onTestFinished(() => stranger.close());
    stranger.send({ type: 'list_installed', request_id: 's' });
    await panel.waitFor(
      ({ unknownExtensions }) => argv[1] !== undefined && argv[1] in unknownExtensions,
      'it is shown as unknown',
    );
    expect(stranger.answers).toEqual([]);
  }
});

test('A secret that came by the wire is in the secret store alone.', async () => {
  const { a, scene, panel } = await openHarborA();
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
  await grant(panel, harbor, 'servers:manage');
  const packages = [
    {
      registryType: 'npm',
      identifier: 'some-server',
      environmentVariables: [{ name: 'GITHUB_TOKEN', isSecret: true }],
    },
  ];
  await a.ask('install_server', { catalog_entry: { id: 'some', name: 'Some', packages } });
  expect(await a.ask('list_installed')).toMatchObject({
    servers: expect.arrayContaining([expect.objectContaining({ missingSecrets: ['GITHUB_TOKEN'], canStart: false })]),
  });
  await a.ask('set_server_secrets', { server_id: 'some', secrets: { GITHUB_TOKEN: secret } });
  await a.ask('set_credential', { server_id: 'some', key: 'OTHER_TOKEN', value: `${secret}2` });
  expect(await a.ask('get_credential_status', { server_id: 'some' })).toMatchObject({ status: { isComplete: true } });
  expect(JSON.stringify(a.answers)).not.toContain(secret);
  expect(JSON.stringify(panel.snapshot)).not.toContain(secret);
  const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 200 });
  expect(JSON.stringify(entries)).not.toContain(secret);
  const { config } = await panel.request('servers:config', { serverId: 'some' });
  expect(JSON.stringify(config)).toContain('GITHUB_TOKEN');
  expect(JSON.stringify(config)).not.toContain(secret);
  expect(scene.place.home).not.toBe('');
});

test('What its user stopped stays stopped, and what was not approved is not started, whatever the wire says.', async () => {
  const { a, scene, panel } = await openHarborA();
  await scene.addServer('Calm', [wellBehaved]);
  expect(await a.ask('mcp_disconnect', { server_id: 'nothing' })).toMatchObject({ disconnected: false });
  const stopping = a.ask('mcp_disconnect', { server_id: 'calm' });
  await panel.waitFor(
    ({ prompts }) => Object.values(prompts).some(({ scope }) => scope === 'servers:manage'),
    'the user is asked',
  );
  const [promptId = ''] = Object.keys(panel.snapshot.prompts);
  await panel.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'always', breadth: 'scope' });
  expect(await stopping).toMatchObject({ disconnected: true });
  await panel.waitFor(({ servers }) => servers['calm']?.state.kind === 'stopped', 'it stands still');
  expect(await a.ask('mcp_list_connections')).toMatchObject({ connections: [] });
  expect(await a.ask('mcp_connect', { server_id: 'calm' })).toMatchObject({ connected: true });
  await a.ask('add_remote_server', { name: 'Far', url: 'http://127.0.0.1:9/mcp' });
  for (const type of ['mcp_connect', 'start_installed', 'start_manifest_server'])
    expect(await a.ask(type, { server_id: 'far', skip_security_check: true })).toMatchObject({
      needs_security_approval: true,
    });
  await approve(panel, 'far');
  await panel.waitFor(({ servers }) => servers['far']?.state.kind !== 'blocked', 'it was approved');
  const news = await a.heard(({ category, serverId }) => category === 'server' && serverId === 'far');
  expect(news).toMatchObject({ request_id: '' });
});

test('After a restart of the hub the same relay asks on, and the hub knows it.', async () => {
  const { scene } = await openHarborA();
  await scene.place.newestHub()?.kill('SIGKILL');
  const panel = await scene.place.panel(await scene.place.serve());
  const again = await HarborAClient.open(scene.place.home);
  onTestFinished(() => again.close());
  expect(await again.ask('host_get_stats')).toMatchObject({ stats: { rateLimits: { maxCallsPerRun: 5 } } });
  await panel.waitFor(
    ({ agents }) => Object.values(agents).some(({ clientId }) => clientId === 'compat-harbor'),
    'it is here',
  );
});
