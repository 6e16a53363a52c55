// Newer versions beside what runs, what a trial start shows of them, and who may say no: a real hub, a real npm, and a registry of the test.
import { describe, expect, test } from 'vitest';
import { buildEntry, buildField, buildWay, openInstallHub } from '../../support/install-hub.ts';
import { npmFixture, serverProgram } from '../../support/npm-fixture.ts';
import type { Way } from '../../../contract/schemas/catalogue.ts';
import type { InstallHub } from '../../support/install-hub.ts';
import type { FixturePackage, NpmFixture } from '../../support/npm-fixture.ts';

async function opened(before?: (hub: InstallHub) => void) {
  const hub = await openInstallHub(before);
  return { hub, registry: await npmFixture(hub.temp.folder) };
}

function published(hub: InstallHub, registry: NpmFixture, source: FixturePackage, way: Partial<Way> = {}): string {
  registry.publish(source);
  const { name, version } = source;
  const own = buildWay({ identifier: name, version, registry: registry.address, ...way });
  return hub.offer(buildEntry(`io.example/${name}`, [own])).name;
}

async function running(hub: InstallHub, name: string): Promise<string> {
  const serverId = await hub.begin(name);
  await hub.until(serverId, 'ready');
  await hub.approve(serverId);
  await hub.runs(serverId);
  return serverId;
}

describe('a newer version', () => {
  test('It is fetched beside the one that runs, shows how it differs, is taken by the user alone, and given back.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'grows', version: '1.0.0', tools: ['look', 'old'] });
    const serverId = await running(hub, name);
    expect(await hub.request('installs:look', { serverId })).toEqual({ version: null });
    published(
      hub,
      registry,
      { name: 'grows', version: '1.1.0', tools: ['look', 'fresh'] },
      { arguments: [{ name: '--all', value: null }] },
    );
    expect(await hub.request('installs:look', { serverId })).toEqual({ version: '1.1.0' });
    await hub.request('installs:prepare', { serverId });
    await expect.poll(() => hub.install(serverId)?.update?.phase).toEqual({ kind: 'ready' });
    expect(hub.install(serverId)?.update?.difference).toMatchObject({
      commandLine: {
        from: expect.stringContaining('grows@1.0.0'),
        to: expect.stringMatching(/grows@1\.1\.0.* --all$/),
      },
      fields: { added: [], removed: [] },
      // Its words name its version, so that the one that stayed has changed too.
      tools: {
        added: ['fresh'],
        removed: ['old'],
        changed: [{ name: 'look', before: 'Of 1.0.0.', after: 'Of 1.1.0.' }],
      },
    });
    expect(hub.server(serverId)?.state.kind).toBe('running');
    await expect(hub.request('installs:update', { serverId, version: '9.9.9' })).rejects.toThrow(/not prepared/);
    await hub.request('installs:update', { serverId, version: '1.1.0' });
    await expect.poll(() => hub.server(serverId)?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
    await hub.approve(serverId);
    await hub.runs(serverId);
    expect(await hub.call(serverId, 'fresh', {})).toContain('1.1.0');
    await hub.request('installs:back', { serverId });
    await expect.poll(() => hub.server(serverId)?.commandLine).toContain('grows@1.0.0');
    expect(hub.install(serverId)).toMatchObject({ version: '1.0.0', previous: null });
    // It is what was approved before.
    await hub.runs(serverId);
  });

  test('One that is given back as something else than was approved waits for approval.', async () => {
    const { hub, registry } = await opened();
    const way: Partial<Way> = {
      fields: [buildField({ key: 'region', place: 'argument', label: 'Region' })],
      arguments: [{ name: '--region', value: '${field:region}' }],
    };
    const name = published(hub, registry, { name: 'filled', version: '1.0.0' }, way);
    const serverId = await running(hub, name);
    published(hub, registry, { name: 'filled', version: '2.0.0' }, way);
    await hub.request('installs:look', { serverId });
    await hub.request('installs:prepare', { serverId });
    await expect.poll(() => hub.install(serverId)?.update?.phase).toEqual({ kind: 'ready' });
    await hub.request('installs:update', { serverId, version: '2.0.0' });
    await hub.request('installs:fill', { serverId, values: { region: ['north'] } });
    await hub.approve(serverId);
    await hub.runs(serverId);
    await hub.request('installs:back', { serverId });
    await expect.poll(() => hub.server(serverId)?.commandLine).toMatch(/filled@1\.0\.0.*north/);
    expect(hub.server(serverId)?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  });

  test('One that its user has stopped stays so when it is given back, and one that was never approved asks.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'rests', version: '1.0.0' });
    const serverId = await running(hub, name);
    const take = async (version: string) => {
      published(hub, registry, { name: 'rests', version });
      await hub.request('installs:look', { serverId });
      await hub.request('installs:prepare', { serverId });
      await expect.poll(() => hub.install(serverId)?.update?.phase).toEqual({ kind: 'ready' });
      await hub.request('installs:update', { serverId, version });
    };
    await take('2.0.0');
    await hub.approve(serverId);
    await hub.runs(serverId);
    await hub.request('servers:stop', { serverId });
    await hub.request('installs:back', { serverId });
    await expect.poll(() => hub.server(serverId)?.commandLine).toContain('rests@1.0.0');
    expect(hub.server(serverId)?.state.kind).toBe('stopped');
    await hub.request('servers:start', { serverId });
    await hub.runs(serverId);
    await take('2.0.0');
    await take('3.0.0');
    await hub.request('installs:back', { serverId });
    await expect.poll(() => hub.server(serverId)?.commandLine).toContain('rests@2.0.0');
    expect(hub.server(serverId)?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  });

  test('One that cannot be had leaves the one that runs as it is.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'stays', version: '1.0.0' });
    const serverId = await running(hub, name);
    published(hub, registry, { name: 'stays', version: '2.0.0', archive: Buffer.from('No archive.') });
    await hub.request('installs:look', { serverId });
    await hub.request('installs:prepare', { serverId });
    await expect.poll(() => hub.install(serverId)?.update?.phase?.kind).toBe('failed');
    expect(hub.server(serverId)?.state.kind).toBe('running');
  });
});

describe('a trial start', () => {
  test('It has neither the secrets nor the network nor the home of its user.', async () => {
    const { hub, registry } = await opened();
    const looks = `
      import { readdirSync } from 'node:fs';
      import { connect } from 'node:net';
      const seen = { key: process.env.API_KEY, home: readdirSync(process.env.HOME) };
      const socket = connect(Number(process.argv[2]), '127.0.0.1');
      const reached = await new Promise(done => socket.on('connect', () => done(true)).on('error', () => done(false)));
      ${serverProgram('1.0.0', ['look']).replace("description: 'Of 1.0.0.'", 'description: JSON.stringify({ ...seen, reached })')}
    `;
    const key = {
      key: 'key',
      place: 'variable',
      name: 'API_KEY',
      label: 'Key',
      description: '',
      kind: 'text',
      required: true,
      secret: true,
    } as const;
    const field = { ...key, multiple: false, choices: [], defaults: [], placeholder: '', min: null, max: null };
    const way: Partial<Way> = {
      fields: [field],
      variables: [{ name: 'API_KEY', value: '${field:key}' }],
      arguments: [{ name: null, value: new URL(registry.address).port }],
    };
    const name = published(hub, registry, { name: 'looks', version: '1.0.0', program: looks }, way);
    const serverId = await hub.begin(name, { values: { key: ['k3y-of-this-test'] } });
    const { tools, kept, values } = await hub.until(serverId, 'ready');
    expect(JSON.parse(tools?.[0]?.description ?? '{}')).toEqual({
      key: 'pilothouse-trial',
      home: ['node_modules'],
      reached: false,
    });
    expect({ kept, values }).toEqual({ kept: ['key'], values: {} });
    await hub.approve(serverId);
    await hub.runs(serverId);
    // The user's mask hides it in what is shown.
    expect(await hub.call(serverId, 'look', {})).not.toContain('pilothouse-trial');
  });

  test('A server that does not start is told of, and can still be approved.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, {
      name: 'fails',
      version: '1.0.0',
      program: 'console.error("No luck."); process.exit(3);',
    });
    const serverId = await hub.begin(name);
    const { tools, noTrial } = await hub.until(serverId, 'ready');
    expect(tools).toBeNull();
    expect(noTrial).toMatchObject({ kind: 'trial-failed' });
    expect(JSON.stringify(noTrial)).toContain('No luck');
    expect(hub.server(serverId)?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  });
});

describe('who may say no', () => {
  test('What the policy forbids is not installed, and not started where it forbids it later.', async () => {
    let isForbidden = true;
    const { hub, registry } = await opened(one => {
      one.sources = { judge: () => (isForbidden ? { kind: 'foreign', text: 'Not here.' } : null) };
    });
    const name = published(hub, registry, { name: 'judged', version: '1.0.0' });
    await expect(hub.begin(name)).rejects.toThrow('Not here.');
    expect(hub.hub.snapshot().installs).toEqual({});
    isForbidden = false;
    const serverId = await running(hub, name);
    await hub.request('servers:stop', { serverId });
    isForbidden = true;
    await expect(hub.request('servers:start', { serverId })).rejects.toThrow('Not here.');
  });

  test('What it forbids by the time a hub starts again never runs there, also as long as nobody installs anything.', async () => {
    let isForbidden = false;
    const { hub, registry } = await opened(one => {
      one.sources = { judge: () => (isForbidden ? { kind: 'foreign', text: 'Not here.' } : null) };
    });
    const serverId = await running(hub, published(hub, registry, { name: 'judged-later', version: '1.0.0' }));
    await hub.stop();
    isForbidden = true;
    await hub.start();
    await expect.poll(() => hub.server(serverId)?.state).toMatchObject({ kind: 'blocked' });
    expect(JSON.stringify(hub.server(serverId)?.state)).toContain('Not here.');
    expect(JSON.stringify(await hub.request('servers:history', { serverId }))).not.toContain('running');
    // It was not needed so far; what is left of it goes all the same.
    await hub.request('servers:remove', { serverId });
    await expect.poll(() => hub.hub.snapshot().installs).toEqual({});
  });

  test('A name like a better known one has to be confirmed.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'githup', version: '1.0.0' });
    const entry = hub.entries.get(name);
    if (entry) hub.offer({ ...entry, lookAlike: { sourceId: 'official', name: 'io.example/github', distance: 1 } });
    await expect(hub.begin(name)).rejects.toThrow(/nearly the name of "io.example\/github"/);
    const serverId = await hub.begin(name, { resembles: 'io.example/github' });
    await hub.until(serverId, 'ready');
  });

  test('A runtime that this machine lacks is named, with where it is had.', async () => {
    const { hub } = await opened();
    const way = buildWay({ kind: 'nuget', identifier: 'Example.Server', version: '1.0.0' });
    const { name } = hub.offer(buildEntry('io.example/nuget', [way]));
    const from = { kind: 'entry', sourceId: 'official', name, version: '1.0.0', way: 0 } as const;
    const { missing } = await hub.request('installs:plan', { from });
    expect(missing).toMatchObject({ kind: 'not-on-path', command: 'dotnet', from: '.NET' });
    const { phase } = await hub.until(await hub.begin(name), 'failed');
    expect(phase).toMatchObject({ reason: { kind: 'not-on-path' } });
  });
});
