// What may go wrong while a package is fetched, and what may be asked of it meanwhile: a real hub, a real npm, and a registry of the test.
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGate } from '../../support/gate.ts';
import { buildEntry, buildWay, openInstallHub } from '../../support/install-hub.ts';
import { npmFixture, serverProgram } from '../../support/npm-fixture.ts';
import type { AskedField, Way } from '../../../contract/schemas/catalogue.ts';
import type { InstallHub } from '../../support/install-hub.ts';
import type { FixturePackage, NpmFixture } from '../../support/npm-fixture.ts';

const apiKey: AskedField = {
  key: 'key',
  place: 'variable',
  name: 'API_KEY',
  label: 'API key',
  description: '',
  kind: 'text',
  required: true,
  secret: true,
  multiple: false,
  choices: [],
  defaults: [],
  placeholder: '',
  min: null,
  max: null,
};

function published(hub: InstallHub, registry: NpmFixture, source: FixturePackage, way: Partial<Way> = {}): string {
  registry.publish(source);
  const { name, version } = source;
  const own = buildWay({ identifier: name, version, registry: registry.address, ...way });
  return hub.offer(buildEntry(`io.example/${name}`, [own])).name;
}

async function opened(before?: (hub: InstallHub) => void) {
  const hub = await openInstallHub(before);
  return { hub, registry: await npmFixture(hub.temp.folder) };
}

function packagesIn(hub: InstallHub): string[] {
  const folder = join(hub.temp.home, 'packages/npm');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** As somebody with the rights of its user would. */
function change(file: string, text: string): void {
  chmodSync(file, 0o644);
  writeFileSync(file, text);
}

describe('a package that is not what it was said to be', () => {
  test('Another integrity than its registry names is refused, and nothing is left of it.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, {
      name: 'forged',
      version: '1.0.0',
      integrity: `sha512-${'A'.repeat(86)}==`,
    });
    const serverId = await hub.begin(name);
    const { phase } = await hub.until(serverId, 'failed');
    expect(JSON.stringify(phase)).toContain('npm-integrity');
    expect(packagesIn(hub)).toEqual([]);
    expect(hub.server(serverId)?.state).toMatchObject({ kind: 'installing', step: 'failed' });
  });

  test('A broken archive is named.', async () => {
    const { hub, registry } = await opened();
    const archive = Buffer.from('This is no archive at all, whatever its name says.');
    const name = published(hub, registry, { name: 'broken', version: '1.0.0', archive });
    const { phase } = await hub.until(await hub.begin(name), 'failed');
    expect(JSON.stringify(phase)).toMatch(/npm-bad-archive|TAR_BAD_ARCHIVE|Z_DATA_ERROR/);
  });

  test('One that its registry does not know is named.', async () => {
    const { hub, registry } = await opened();
    const way = buildWay({ identifier: 'nowhere', version: '1.0.0', registry: registry.address });
    const { name } = hub.offer(buildEntry('io.example/nowhere', [way]));
    const { phase } = await hub.until(await hub.begin(name), 'failed');
    expect(JSON.stringify(phase)).toContain('npm-no-package');
  });

  test('One without a program is no server.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'library', version: '1.0.0', bin: {} });
    const { phase } = await hub.until(await hub.begin(name), 'failed');
    expect(phase).toMatchObject({ reason: { kind: 'package-no-program', name: 'library' } });
  });

  test('Its install scripts are not run, and it is told that it has some.', async () => {
    const { hub, registry } = await opened();
    const mark = join(hub.temp.folder, 'was-run');
    const scripts = { postinstall: `touch ${mark}` };
    const name = published(hub, registry, { name: 'scripted', version: '1.0.0', scripts });
    const serverId = await hub.begin(name);
    const { warnings } = await hub.until(serverId, 'ready');
    expect(existsSync(mark)).toBe(false);
    expect(warnings).toContainEqual({ kind: 'package-scripts', names: ['scripted'] });
  });
});

describe('an install that is stopped', () => {
  test('It goes on when the user says so, and its cancel leaves neither folder, server nor secret.', async () => {
    const { hub, registry } = await opened();
    const waits = createGate();
    const way = { fields: [apiKey], variables: [{ name: 'API_KEY', value: '${field:key}' }] };
    const name = published(hub, registry, { name: 'slow', version: '1.0.0', gate: waits.wait }, way);
    const serverId = await hub.begin(name, { values: { key: ['k3y-of-this-test'] } });
    await waits.reached;
    expect(hub.install(serverId)?.phase).toMatchObject({ kind: 'fetching', unit: 'packages', total: 1 });
    await hub.request('installs:stop', { serverId });
    await hub.until(serverId, 'stopped');
    expect(packagesIn(hub)).toEqual([]);
    waits.open();
    await hub.request('installs:resume', { serverId });
    await hub.until(serverId, 'ready');
    expect(packagesIn(hub)).toHaveLength(1);
    expect((await hub.request('secrets:list', {})).secrets.map(one => one.name)).toEqual(['SLOW_API_KEY']);
    await hub.request('installs:cancel', { serverId });
    expect([hub.server(serverId), hub.install(serverId), packagesIn(hub)]).toEqual([undefined, undefined, []]);
    expect((await hub.request('secrets:list', {})).secrets).toEqual([]);
  });

  test('Its server can be taken away like any other, and its secrets go with it.', async () => {
    const { hub, registry } = await opened();
    const way = { fields: [apiKey], variables: [{ name: 'API_KEY', value: '${field:key}' }] };
    const name = published(hub, registry, { name: 'taken', version: '1.0.0' }, way);
    await hub.request('secrets:set', { name: 'OWN', value: 'of-somebody-else' });
    const serverId = await hub.begin(name, { values: { key: ['k3y-of-this-test'] } });
    await hub.until(serverId, 'ready');
    await hub.request('servers:remove', { serverId });
    expect([hub.server(serverId), hub.install(serverId)]).toEqual([undefined, undefined]);
    expect((await hub.request('secrets:list', {})).secrets.map(one => one.name)).toEqual(['OWN']);
  });

  test('One that its values make a reference of is refused, and none of its secrets are kept.', async () => {
    const { hub, registry } = await opened();
    const part = (key: string) => ({ ...apiKey, key, name: key, secret: false, required: false });
    const joined = { name: 'JOINED', value: '${field:a}${field:b}' };
    const variables = [{ name: 'API_KEY', value: '${field:key}' }, joined];
    const way = { fields: [apiKey, part('a'), part('b')], variables };
    const name = published(hub, registry, { name: 'composed', version: '1.0.0' }, way);
    const values = { key: ['k3y-of-this-test'], a: ['${sec'], b: ['ret:OTHER}'] };
    await expect(hub.begin(name, { values })).rejects.toThrow(/would be read as a reference/);
    expect(hub.hub.snapshot().installs).toEqual({});
    expect((await hub.request('secrets:list', {})).secrets).toEqual([]);
  });

  test('Of values that do not fit together none is taken into what runs, no secret either.', async () => {
    const { hub, registry } = await opened();
    const part = (key: string) => ({ ...apiKey, key, name: key, secret: false, required: false });
    const variables = [{ name: 'API_KEY', value: '${field:key}' }];
    // A secret itself is masked in whatever is answered.
    const program = serverProgram('1.0.0', ['look']).replace('process.env.API_KEY', 'process.env.API_KEY?.length');
    const joined = { name: '--joined', value: '${field:a}${field:b}' };
    const way = { fields: [apiKey, part('a'), part('b')], variables, arguments: [joined] };
    const name = published(hub, registry, { name: 'refilled', version: '1.0.0', program }, way);
    const serverId = await hub.begin(name, { values: { key: ['k3y-one'], a: ['one'], b: ['two'] } });
    await hub.until(serverId, 'ready');
    await hub.approve(serverId);
    await hub.runs(serverId);
    const values = { key: ['k3y-of-another'], a: ['${sec'], b: ['ret:OTHER}'] };
    await expect(hub.request('installs:fill', { serverId, values })).rejects.toThrow(/would be read as a reference/);
    await hub.request('servers:stop', { serverId });
    await hub.request('servers:start', { serverId });
    await hub.runs(serverId);
    expect(await hub.call(serverId, 'look', {})).toMatch(/key\W+7\b/);
  });

  test('A hub that ends meanwhile shows it as stopped at its next start, sweeps what was half done, and goes on.', async () => {
    const { hub, registry } = await opened();
    const waits = createGate();
    const name = published(hub, registry, { name: 'halved', version: '1.0.0', gate: waits.wait });
    const serverId = await hub.begin(name);
    await waits.reached;
    await hub.stop();
    writeFileSync(join(hub.temp.home, 'packages/npm/.part-left'), '');
    await hub.start();
    expect(hub.install(serverId)?.phase).toEqual({ kind: 'stopped' });
    expect(hub.server(serverId)?.state).toMatchObject({ kind: 'installing', step: 'stopped' });
    expect(packagesIn(hub)).toEqual([]);
    waits.open();
    await hub.request('installs:resume', { serverId });
    await hub.until(serverId, 'ready');
  });

  test('Two are fetched at a time; a third waits for its turn.', async () => {
    const { hub, registry } = await opened();
    const gates = [createGate(), createGate(), createGate()];
    const names = gates.map(({ wait }, at) =>
      published(hub, registry, { name: `many${at}`, version: '1.0.0', gate: wait }),
    );
    const ids: string[] = [];
    for (const name of names) ids.push(await hub.begin(name));
    await Promise.all([gates[0]?.reached, gates[1]?.reached]);
    expect(hub.install(ids[2] ?? '')?.phase).toEqual({ kind: 'waiting' });
    for (const one of gates) one.open();
    for (const id of ids) await hub.until(id, 'ready');
  });
});

describe('what is unpacked', () => {
  test('Two servers that run the same share one folder, which goes with the last of them.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'shared', version: '1.0.0' });
    const one = await hub.begin(name);
    await hub.until(one, 'ready');
    const asked = registry.asked.length;
    const two = await hub.begin(name, { name: 'shared two' });
    await hub.until(two, 'ready');
    expect(registry.asked).toHaveLength(asked);
    expect(packagesIn(hub)).toHaveLength(1);
    await hub.request('installs:remove', { serverId: one });
    expect(packagesIn(hub)).toHaveLength(1);
    await hub.request('servers:remove', { serverId: two });
    // The package, and what npm has kept of fetching it.
    expect(await hub.request('installs:unused', {})).toMatchObject({ folders: 2 });
    await hub.request('installs:clear-unused', {});
    expect(packagesIn(hub)).toEqual([]);
  });

  test('What fetching has kept counts as unused, goes with it, and stays while something is fetched.', async () => {
    const { hub, registry } = await opened();
    const cache = join(hub.temp.home, 'packages/cache');
    await hub.until(await hub.begin(published(hub, registry, { name: 'first', version: '1.0.0' })), 'ready');
    // That it is ready is seen a moment before nothing is under way any more.
    await expect.poll(async () => (await hub.request('installs:unused', {})).folders).toBe(1);
    expect((await hub.request('installs:unused', {})).bytes).toBeGreaterThan(0);
    const { wait, reached, open } = createGate();
    const second = await hub.begin(published(hub, registry, { name: 'second', version: '1.0.0', gate: wait }));
    await reached;
    expect(await hub.request('installs:unused', {})).toEqual({ bytes: 0, folders: 0 });
    expect(await hub.request('installs:clear-unused', {})).toEqual({ bytes: 0 });
    expect(readdirSync(cache)).toEqual(['npm']);
    open();
    await hub.until(second, 'ready');
    await expect.poll(async () => (await hub.request('installs:clear-unused', {})).bytes).toBeGreaterThan(0);
    expect(await hub.request('installs:unused', {})).toEqual({ bytes: 0, folders: 0 });
    expect(readdirSync(cache)).toEqual([]);
    await hub.until(await hub.begin(published(hub, registry, { name: 'third', version: '1.0.0' })), 'ready');
  });

  test('A start is refused where a file of it was changed since, also one of the same size, until it is installed again.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'changed', version: '1.0.0' });
    const serverId = await hub.begin(name);
    await hub.until(serverId, 'ready');
    const [folder = ''] = packagesIn(hub);
    const file = join(hub.temp.home, 'packages/npm', folder, 'node_modules/changed/index.mjs');
    const before = readFileSync(file, 'utf8');
    change(file, before.replace("'fixture'", "'fixTure'"));
    await hub.approve(serverId);
    await expect.poll(() => hub.server(serverId)?.state).toMatchObject({ kind: 'blocked', by: 'runtime' });
    expect(JSON.stringify(hub.server(serverId)?.state)).toContain('package-changed');
    await hub.request('installs:resume', { serverId });
    await hub.until(serverId, 'ready');
    expect(readFileSync(file, 'utf8')).toBe(before);
    await hub.request('servers:start', { serverId });
    await hub.runs(serverId);
  });

  test('A hub that starts again looks at the files of what it had running before it starts that.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'resumed', version: '1.0.0' });
    const serverId = await hub.begin(name);
    await hub.until(serverId, 'ready');
    await hub.approve(serverId);
    await hub.runs(serverId);
    const [folder = ''] = packagesIn(hub);
    await hub.stop();
    const file = join(hub.temp.home, 'packages/npm', folder, 'node_modules/resumed/index.mjs');
    change(file, `${readFileSync(file, 'utf8')}\n// Not of the package.\n`);
    await hub.start();
    await expect.poll(() => hub.server(serverId)?.state).toMatchObject({ kind: 'blocked', by: 'runtime' });
    expect(JSON.stringify(await hub.request('servers:history', { serverId }))).not.toContain('running');
  });

  test('Where its entry fixes no version, the version that is here comes again, and no newer one.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'open', version: '1.0.0' }, { version: null });
    const serverId = await hub.begin(name);
    await hub.until(serverId, 'ready');
    registry.publish({ name: 'open', version: '1.1.0' });
    const [folder = ''] = packagesIn(hub);
    change(join(hub.temp.home, 'packages/npm', folder, 'node_modules/open/index.mjs'), '');
    await hub.request('installs:resume', { serverId });
    await hub.until(serverId, 'ready');
    expect(hub.install(serverId)?.version).toBe('1.0.0');
    expect(readFileSync(join(hub.temp.home, 'packages/npm', folder, 'node_modules/open/index.mjs'), 'utf8')).not.toBe(
      '',
    );
  });

  test('What has become another since it was shown is not approved by what was shown.', async () => {
    const { hub, registry } = await opened();
    const way = { fields: [{ ...apiKey, secret: false }], arguments: [{ name: '--key', value: '${field:key}' }] };
    const name = published(hub, registry, { name: 'shown', version: '1.0.0' }, way);
    const serverId = await hub.begin(name, { values: { key: ['one'] } });
    await hub.until(serverId, 'ready');
    const hash = hub.server(serverId)?.hash ?? '';
    await hub.request('installs:fill', { serverId, values: { key: ['two'] } });
    await expect(hub.request('servers:approve', { serverId, hash })).rejects.toThrow(
      /other command|read it again|changed/i,
    );
  });
});

describe('the machine', () => {
  test('A full disk is named, as npm tells of it.', async () => {
    const { hub, registry } = await opened(one =>
      one.path.push(
        fakeNpm(
          one,
          'npm error code ENOSPC',
          'npm error nospc There appears to be insufficient space on your system to finish.',
        ),
      ),
    );
    const name = published(hub, registry, { name: 'large', version: '1.0.0' });
    const { phase } = await hub.until(await hub.begin(name), 'failed');
    expect(phase).toMatchObject({ reason: { kind: 'install-disk-full', needed: null } });
  });

  test('An npm that is killed leaves an install that has failed, and can go on.', async () => {
    const { hub, registry } = await opened(one => one.path.push(fakeNpm(one, '', '', 'kill -9 $$')));
    const name = published(hub, registry, { name: 'killed', version: '1.0.0' });
    const { phase } = await hub.until(await hub.begin(name), 'failed');
    expect(phase).toMatchObject({ reason: { kind: 'killed', signal: 'SIGKILL' } });
    expect(packagesIn(hub)).toEqual([]);
  });
});

/** A folder with a program that is called npm. */
function fakeNpm(hub: InstallHub, ...[first = '', second = '', then = 'exit 1']: string[]): string {
  const lines = [first, second].filter(Boolean).map(line => `echo '${line}' >&2`);
  writeFileSync(join(hub.temp.folder, 'npm'), ['#!/bin/sh', ...lines, then, ''].join('\n'), { mode: 0o755 });
  return hub.temp.folder;
}
