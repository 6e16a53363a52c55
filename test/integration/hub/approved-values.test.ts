// An approval covers what variables are set to: a real hub does not start a server whose values were changed behind it.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql/promise';
import { expect, test } from 'vitest';
import { ServerConfigSchema } from '../../../contract/schemas/servers.ts';
import { commandHash } from '../../../electron/core/servers/config/approval.ts';
import { usePlace } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { saying } from '../../support/saying.ts';
import type { ServerEdit } from '../../../contract/schemas/server-config.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const teller = path.join(repositoryRoot, 'test/fixtures/servers/tells-where.mjs');
const fileOf = (place: HubPlace) => path.join(place.folder, 'told.json');

const stateOf = (panel: PanelClient, id: string) => panel.snapshot.servers[id]?.state;
const runs = (panel: PanelClient, id: string) =>
  panel.waitFor(({ servers }) => servers[id]?.state.kind === 'running', `${id} runs`);

/** What the last start of it was given, and forgets it. */
function told(place: HubPlace): Record<string, string> {
  const { env } = JSON.parse(readFileSync(fileOf(place), 'utf8')) as { env: Record<string, string> };
  rmSync(fileOf(place));
  return env;
}

async function addTeller(
  place: HubPlace,
  panel: PanelClient,
  env: Record<string, string>,
  name = 'teller',
): Promise<string> {
  const entry = { command: process.execPath, args: [teller, fileOf(place)], env };
  const text = JSON.stringify({ mcpServers: { [name]: entry } });
  const { serverIds } = await panel.request('servers:add', { kind: 'json', text });
  const [id = ''] = serverIds;
  await panel.waitFor(({ servers }) => id in servers, 'it is shown');
  return id;
}

/** As it is shown by then. */
async function approve(panel: PanelClient, serverId: string): Promise<void> {
  const hash = panel.snapshot.servers[serverId]?.hash ?? '';
  await panel.request('servers:approve', { serverId, hash });
  await runs(panel, serverId);
}

/** A statement would keep the file open; what stands in `sql` is made here. */
async function inDatabase(place: HubPlace, sql: string): Promise<void> {
  const database = new Database(path.join(place.home, 'pilothouse.db'), {});
  await database.exec(sql);
  database.close();
}

test('After an edit of a value it is not started before it is approved again, and the dialog shows both values.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const id = await addTeller(place, panel, { npm_config_registry: 'https://packages.example/' });
  await approve(panel, id);
  expect(told(place)['npm_config_registry']).toBe('https://packages.example/');
  const { config } = await panel.request('servers:config', { serverId: id });
  if (config.kind !== 'stdio') throw new Error('It is no command.');
  const { command, args, cwd } = config;
  const variables = { npm_config_registry: 'https://evil.test/' };
  const edit: ServerEdit = { kind: 'stdio', command, args, cwd, variables };
  await panel.request('servers:configure', { serverId: id, config: edit });
  await panel.waitFor(({ servers }) => servers[id]?.state.kind === 'blocked', 'it is blocked');
  await expect(panel.request('servers:start', { serverId: id })).rejects.toThrow('approve it again');
  await expect(panel.request('servers:restart', { serverId: id })).rejects.toThrow('approve it again');
  expect(existsSync(fileOf(place))).toBe(false);
  const shown = await panel.request('servers:config', { serverId: id });
  expect(shown.approved?.variables).toMatchObject([{ value: 'https://packages.example/' }]);
  expect(shown.config.variables).toMatchObject([{ value: 'https://evil.test/' }]);
  expect(shown.risks).toMatchObject([{ place: 'variable', name: 'npm_config_registry' }]);
  await approve(panel, id);
  expect(told(place)['npm_config_registry']).toBe('https://evil.test/');
});

test('The same command with another value comes in by an import as another server, which waits for its own approval.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const first = await addTeller(place, panel, { LEVEL: 'info' });
  await approve(panel, first);
  rmSync(fileOf(place));
  const entry = { command: process.execPath, args: [teller, fileOf(place)], env: { LEVEL: 'debug' } };
  const text = JSON.stringify({ mcpServers: { teller: entry } });
  const preview = await panel.request('servers:import-preview', { source: { kind: 'text', text } });
  expect(preview.entries).toMatchObject([{ exists: null, taken: first }]);
  const picked = { previewId: preview.previewId, keys: ['s1'] };
  await expect(panel.request('servers:import', picked)).rejects.toThrow('A server is called "teller" already');
  const { serverIds } = await panel.request('servers:import', { ...picked, names: { s1: 'teller of debug' } });
  const [second = ''] = serverIds;
  await panel.waitFor(({ servers }) => second in servers, 'it is shown');
  await expect(panel.request('servers:start', { serverId: second })).rejects.toThrow('before you approve');
  expect(existsSync(fileOf(place))).toBe(false);
});

test('A value that was changed in the database starts nothing, also at the start of the hub.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const before = await place.panel(hub);
  const id = await addTeller(place, before, { GIT_SSH_COMMAND: 'ssh' });
  await approve(before, id);
  told(place);
  await hub.kill('SIGTERM');
  await inDatabase(place, "UPDATE servers SET config = json_set(config, '$.env.GIT_SSH_COMMAND', '/tmp/evil')");
  const panel = await place.panel(await place.serve());
  await panel.waitFor(({ servers }) => id in servers, 'it is shown');
  expect(stateOf(panel, id)).toMatchObject({ kind: 'blocked', by: 'approval' });
  await expect(panel.request('servers:start', { serverId: id })).rejects.toThrow('approve it again');
  expect(existsSync(fileOf(place))).toBe(false);
});

test('An approval from before values counted is asked for again where there are variables, with its reason; elsewhere it holds.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const before = await place.panel(hub);
  const ids = [await addTeller(place, before, { LEVEL: 'info' }), await addTeller(place, before, {}, 'other')] as const;
  for (const id of ids) await approve(before, id);
  told(place);
  await hub.kill('SIGTERM');
  const env = { LEVEL: 'info' };
  const config = ServerConfigSchema.parse({ command: process.execPath, args: [teller, fileOf(place)], env });
  await inDatabase(place, `UPDATE servers SET approvedHash = '${commandHash(config)}' WHERE id = '${ids[0]}'`);
  const panel = await place.panel(await place.serve());
  await runs(panel, ids[1]);
  expect(stateOf(panel, ids[0])).toMatchObject({
    kind: 'blocked',
    reason: saying(
      'You approved it by the names of its variables; their values are a part of it now, so read them and approve it again.',
    ),
  });
});

test('A secret is bound by its reference: another value of the secret needs no approval, another reference does.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const id = await addTeller(place, panel, { API_TOKEN: 'first-secret-0123456789' });
  const shown = await panel.request('servers:config', { serverId: id });
  expect(JSON.stringify(shown)).not.toContain('first-secret');
  expect(shown.config.variables).toMatchObject([{ name: 'API_TOKEN', value: '${secret:API_TOKEN}' }]);
  await approve(panel, id);
  expect(told(place)['API_TOKEN']).toBe('first-secret-0123456789');
  await panel.request('secrets:set', { name: 'API_TOKEN', value: 'second-secret-0123456789' });
  await panel.request('servers:restart', { serverId: id });
  expect(told(place)['API_TOKEN']).toBe('second-secret-0123456789');
  await panel.request('secrets:set', { name: 'OTHER', value: 'third-secret-0123456789' });
  if (shown.config.kind !== 'stdio') throw new Error('It is no command.');
  const { variables: _before, ...rest } = shown.config;
  const config: ServerEdit = { ...rest, variables: { API_TOKEN: '${secret:OTHER}' } };
  await panel.request('servers:configure', { serverId: id, config });
  await panel.waitFor(({ servers }) => servers[id]?.state.kind === 'blocked', 'it is blocked');
  expect(existsSync(fileOf(place))).toBe(false);
});
