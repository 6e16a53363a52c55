// Secrets of servers in a running hub: they leave the config at once, come back into the server alone, and lie in one file.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { OAuthServer, signInAsUser } from '../../support/oauth-server.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { filesBelow, textsBelow } from '../../support/temp-home.ts';
import { answer } from './scenes.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const canary = 'canary-7b1f20d94c3e5a68';
const program = path.join(repositoryRoot, 'test/fixtures/servers/well-behaved.mjs');
const secretsFile = path.join('secrets', 'credentials.json');

async function addServer(panel: PanelClient, entry: Record<string, unknown>, name = 'keeper'): Promise<void> {
  await panel.request('servers:add', { kind: 'json', text: JSON.stringify({ mcpServers: { [name]: entry } }) });
  await panel.waitFor(({ servers }) => name in servers, 'the server is there');
}

async function approve(panel: PanelClient, serverId = 'keeper'): Promise<void> {
  const hash = panel.snapshot.servers[serverId]?.hash ?? '';
  await panel.request('servers:approve', { serverId, hash });
}

function reaches(panel: PanelClient, kind: string, serverId = 'keeper'): Promise<unknown> {
  return panel.waitFor(({ servers }) => servers[serverId]?.state.kind === kind, `it is ${kind}`);
}

/** What the fixture says of its environment. */
async function environmentOf(place: HubPlace, panel: PanelClient, tool = 'describe'): Promise<string> {
  const credential = await panel.request('clients:create', { name: 'Careful', start: 'ask' });
  const agent = await place.httpAgent(credential);
  const called = agent.call(`keeper__${tool}`);
  await answer(panel, 'allow', 'use');
  return (await called).text;
}

function filesWith(home: string, text: string): string[] {
  const texts = textsBelow(home, 'latin1');
  return Object.keys(texts).filter(file => texts[file]?.includes(text));
}

async function everythingShown(panel: PanelClient): Promise<string> {
  const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 200 });
  const shown = await Promise.all(entries.map(({ seq }) => panel.request('trace:payload', { seq })));
  const logs = await panel.request('servers:logs', { serverId: 'keeper', count: 500 });
  const listed = await panel.request('secrets:list', {});
  const exported = await panel.request('servers:export', { format: 'mcp.json' });
  return JSON.stringify({ entries, shown, logs, listed, exported, state: await panel.request('state:get', {}) });
}

describe('a secret in a config', () => {
  test('It reaches the server, and apart from that lies in the file of secrets alone.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await addServer(panel, { command: process.execPath, args: [program], env: { API_TOKEN: canary, MODE: 'plain' } });
    await approve(panel);
    await reaches(panel, 'running');
    expect(await environmentOf(place, panel)).toContain(canary);
    expect(await everythingShown(panel)).not.toContain(canary);
    expect(filesWith(place.home, canary)).toEqual([secretsFile]);
    await hub.kill('SIGTERM');
    expect(filesWith(place.home, canary)).toEqual([secretsFile]);
    expect(hub.stdout() + hub.stderr()).not.toContain(canary);
    expect(fs.statSync(path.join(place.home, secretsFile)).mode & 0o777).toBe(0o600);
  });

  test('A server that needs one is blocked by its name, and starts when it is set.', async () => {
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    await addServer(panel, { command: process.execPath, args: [program], env: { API_TOKEN: '${secret:MINE}' } });
    await approve(panel);
    await panel.waitFor(({ servers }) => {
      const state = servers['keeper']?.state;
      return state?.kind === 'blocked' && state.by === 'secret' && state.reason.kind === 'needs-secret';
    }, 'it waits for its secret');
    const unset = { name: 'MINE', isSet: false, usedBy: ['keeper'] };
    expect((await panel.request('secrets:list', {})).secrets).toEqual([unset]);
    await panel.request('secrets:set', { name: 'MINE', value: canary });
    await reaches(panel, 'running');
    expect((await panel.request('secrets:list', {})).secrets).toEqual([{ ...unset, isSet: true }]);
    expect(await environmentOf(place, panel)).toContain(canary);
  });

  test('A JavaScript server finds it in its process.env.', async () => {
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    const file = path.join(repositoryRoot, 'test/fixtures/servers/sandboxed/toolbox.js');
    await addServer(panel, { type: 'javascript', file, env: { API_TOKEN: canary } });
    await approve(panel);
    await reaches(panel, 'running');
    expect(await environmentOf(place, panel, 'env')).toBe(JSON.stringify({ API_TOKEN: canary }));
    expect(filesWith(place.home, canary)).toEqual([secretsFile]);
  });

  test('Removed, it is missing at the next start, and no file holds it.', async () => {
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    await addServer(panel, { command: process.execPath, args: [program], env: { API_TOKEN: canary } });
    await approve(panel);
    await reaches(panel, 'running');
    await panel.request('secrets:remove', { name: 'API_TOKEN' });
    await panel.request('servers:stop', { serverId: 'keeper' });
    await panel.request('servers:start', { serverId: 'keeper' }).catch(() => {});
    await reaches(panel, 'blocked');
    expect(filesWith(place.home, canary)).toEqual([]);
  });

  test('As a program a reference is refused, because nothing fills it in there.', async () => {
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    const added = addServer(panel, { command: '/opt/${secret:MINE}', args: [] });
    await expect(added).rejects.toThrow(/put it into a variable of its environment or an argument/);
  });

  test('A hub that is killed while it writes leaves the file whole.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await panel.request('secrets:set', { name: 'FIRST', value: canary });
    const writes = Array.from({ length: 200 }, (_, index) =>
      panel.request('secrets:set', { name: `S${index}`, value: `${canary}-${index}` }).catch(() => {}),
    );
    await Promise.race(writes.slice(20));
    await hub.kill('SIGKILL');
    const again = await place.panel(await place.serve());
    const { secrets } = await again.request('secrets:list', {});
    expect(secrets.find(({ name }) => name === 'FIRST')?.isSet).toBe(true);
    expect(filesBelow(path.join(place.home, 'secrets')).filter(file => file.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a remote server', () => {
  test('Signed in through the panel, its tokens are shown nowhere and lie in the file of secrets alone.', async () => {
    const server = await OAuthServer.start();
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await addServer(panel, { url: server.url, headers: { 'x-api-key': canary } });
    await approve(panel);
    await reaches(panel, 'unauthorized');
    const { url } = await panel.request('servers:sign-in', { serverId: 'keeper' });
    expect((await signInAsUser(url)).status).toBe(200);
    await reaches(panel, 'running');
    const credential = await panel.request('clients:create', { name: 'Careful', start: 'ask' });
    const agent = await place.httpAgent(credential);
    const called = agent.call('keeper__whoami');
    await answer(panel, 'allow', 'use');
    expect((await called).text).toContain('You came with at_');
    const shown = await everythingShown(panel);
    const secrets = [canary, ...server.given];
    expect(secrets.filter(secret => shown.includes(secret))).toEqual([]);
    await hub.kill('SIGTERM');
    for (const secret of secrets) expect(filesWith(place.home, secret)).toEqual([secretsFile]);
  });

  test('Only the desktop opens addresses itself.', async () => {
    const server = await OAuthServer.start();
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    await addServer(panel, { url: server.url });
    await approve(panel);
    await reaches(panel, 'unauthorized');
    await panel.request('servers:sign-in', { serverId: 'keeper' });
    await expect(panel.request('servers:open-sign-in', { serverId: 'keeper' })).rejects.toThrow(/Only the desktop app/);
  });
});

test('Secrets that an earlier version left in the database move to their file, and leave nothing behind.', async () => {
  const place = usePlace();
  const first = await place.serve();
  const panel = await place.panel(first);
  await addServer(panel, { command: process.execPath, args: [program], env: { API_TOKEN: canary } });
  await first.kill('SIGTERM');
  fs.rmSync(path.join(place.home, secretsFile));
  const { default: Libsql } = await import('libsql/promise');
  const database = new Libsql(path.join(place.home, 'pilothouse.db'), {});
  const config = { kind: 'stdio', command: process.execPath, args: [program], env: { API_TOKEN: canary } };
  const put = await database.prepare('UPDATE servers SET config = ? WHERE id = ?');
  await put.run([JSON.stringify(config), 'keeper']);
  await database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  expect(filesWith(place.home, canary)).toEqual(['pilothouse.db']);
  const second = await place.serve();
  expect(filesWith(place.home, canary)).toEqual([secretsFile]);
  await second.kill('SIGTERM');
});
