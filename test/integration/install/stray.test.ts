// What a hub leaves of an install when it ends between taking away its server and it: the next start takes the rest away.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql/promise';
import { expect, test } from 'vitest';
import { buildEntry, buildField, buildWay, openInstallHub } from '../../support/install-hub.ts';
import { npmFixture } from '../../support/npm-fixture.ts';

const key = buildField({ key: 'key', place: 'variable', name: 'API_KEY', label: 'API key', secret: true });

test('An install whose server is gone goes with its package and its secrets, and another of its name is its own.', async () => {
  const hub = await openInstallHub();
  const registry = await npmFixture(hub.temp.folder);
  registry.publish({ name: 'stray', version: '1.0.0' });
  registry.publish({ name: 'kept', version: '1.0.0' });
  const ofNpm = (name: string) => {
    const variables = [{ name: 'API_KEY', value: '${field:key}' }];
    const way = buildWay({ identifier: name, version: '1.0.0', registry: registry.address, fields: [key], variables });
    return hub.offer(buildEntry(`io.example/${name}`, [way])).name;
  };
  const stray = await hub.begin(ofNpm('stray'), { values: { key: ['s3cret'] } });
  const kept = await hub.begin(ofNpm('kept'), { values: { key: ['other'] } });
  for (const id of [stray, kept]) await hub.until(id, 'ready');
  expect((await hub.request('secrets:list', {})).secrets).toHaveLength(2);
  await hub.stop();
  const database = new Database(join(hub.temp.home, 'pilothouse.db'), {});
  await database.exec(`DELETE FROM servers WHERE id = '${stray}'`);
  database.close();

  await hub.start();
  await expect.poll(() => Object.keys(hub.hub.snapshot().installs)).toEqual([kept]);
  const folder = join(hub.temp.home, 'packages/npm');
  await expect
    .poll(() => (existsSync(folder) ? readdirSync(folder) : []))
    .toEqual([expect.stringMatching(/^kept@1\.0\.0/)]);
  await expect.poll(async () => (await hub.request('secrets:list', {})).secrets).toHaveLength(1);
  const added = { kind: 'command', name: 'stray', commandLine: 'node server.js' } as const;
  const { serverIds } = await hub.request('servers:add', added);
  expect(serverIds).toEqual([stray]);
  expect(hub.server(stray)?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
});

test('Where a server cannot be read its install is no stray one, and nothing is taken away.', async () => {
  const hub = await openInstallHub();
  const registry = await npmFixture(hub.temp.folder);
  const begin = async (name: string) => {
    registry.publish({ name, version: '1.0.0' });
    const variables = [{ name: 'API_KEY', value: '${field:key}' }];
    const way = buildWay({ identifier: name, version: '1.0.0', registry: registry.address, fields: [key], variables });
    const offered = hub.offer(buildEntry(`io.example/${name}`, [way])).name;
    const serverId = await hub.begin(offered, { values: { key: ['s3cret'] } });
    await hub.until(serverId, 'ready');
    return serverId;
  };
  const [unreadable, gone] = [await begin('unreadable'), await begin('gone')];
  await hub.stop();
  const database = new Database(join(hub.temp.home, 'pilothouse.db'), {});
  await database.exec(`UPDATE servers SET config = '{"kind":"of later"}' WHERE id = '${unreadable}'`);
  await database.exec(`DELETE FROM servers WHERE id = '${gone}'`);
  database.close();

  await hub.start();
  expect(Object.keys(hub.hub.snapshot().installs).toSorted()).toEqual([gone, unreadable]);
  expect((await hub.request('secrets:list', {})).secrets).toHaveLength(2);
  expect(readdirSync(join(hub.temp.home, 'packages/npm'))).toHaveLength(2);
});
