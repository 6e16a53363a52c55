// What is asked of an install while something else is done about it: a real hub, a real npm, and a registry of the test.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGate } from '../../support/gate.ts';
import { buildEntry, buildWay, openInstallHub } from '../../support/install-hub.ts';
import { npmFixture, serverProgram } from '../../support/npm-fixture.ts';
import type { AskedField, Way } from '../../../contract/schemas/catalogue.ts';
import type { InstallHub } from '../../support/install-hub.ts';
import type { FixturePackage, NpmFixture } from '../../support/npm-fixture.ts';

const word: AskedField = {
  ...{ key: 'word', place: 'argument', name: '--word', label: 'Word', description: '', kind: 'text' },
  ...{ required: false, secret: false, multiple: false, choices: [], defaults: [], placeholder: '' },
  ...{ min: null, max: null },
};
const asking: Partial<Way> = { fields: [word], arguments: [{ name: '--word', value: '${field:word}' }] };

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

function packagesIn(hub: InstallHub): string[] {
  const folder = join(hub.temp.home, 'packages/npm');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** A server whose trial lasts until the test says so. */
function patient(version: string): string {
  return `
    import { existsSync } from 'node:fs';
    import { join } from 'node:path';
    const { HOME = '' } = process.env;
    while (HOME.includes('trials') && !existsSync(join(HOME, 'go'))) await new Promise(done => setTimeout(done, 20));
    ${serverProgram(version, ['look'])}`;
}

function endTrial(hub: InstallHub, serverId: string): void {
  const folder = join(hub.temp.home, 'trials', serverId, 'work');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go'), '');
}

async function running(hub: InstallHub, name: string): Promise<string> {
  const serverId = await hub.begin(name, { values: { word: ['first'] } });
  await hub.until(serverId, 'ready');
  await hub.approve(serverId);
  await hub.runs(serverId);
  return serverId;
}

async function prepared(hub: InstallHub, serverId: string): Promise<void> {
  await hub.request('installs:look', { serverId });
  await hub.request('installs:prepare', { serverId });
  await expect.poll(() => hub.install(serverId)?.update?.phase).toEqual({ kind: 'ready' });
}

describe('two who change the same install', () => {
  test('A form that is filled in while an update is taken leaves a server that runs what its install says.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'both', version: '1.0.0' }, asking);
    const serverId = await running(hub, name);
    published(hub, registry, { name: 'both', version: '1.1.0' }, asking);
    await prepared(hub, serverId);
    await Promise.all([
      hub.request('installs:update', { serverId, version: '1.1.0' }),
      hub.request('installs:fill', { serverId, values: { word: ['second'] } }),
    ]);
    const { version, values } = hub.install(serverId) ?? {};
    expect({ version, values }).toEqual({ version: '1.1.0', values: { word: ['second'] } });
    expect(hub.server(serverId)?.commandLine).toMatch(/both@1\.1\.0.* --word second$/);
  });

  test('No update is taken while what runs is being tried.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'tried', version: '1.0.0', program: patient('1.0.0') });
    const serverId = await hub.begin(name);
    await hub.until(serverId, 'trying');
    endTrial(hub, serverId);
    await hub.until(serverId, 'ready');
    published(hub, registry, { name: 'tried', version: '1.1.0', tools: ['fresh'] });
    await prepared(hub, serverId);
    await hub.request('installs:try', { serverId });
    await expect(hub.request('installs:update', { serverId, version: '1.1.0' })).rejects.toThrow(
      /under way|installed/i,
    );
    expect(hub.install(serverId)?.version).toBe('1.0.0');
  });
});

describe('a package that is being tried', () => {
  test('It is neither unused nor goes with another server that runs the same.', async () => {
    const { hub, registry } = await opened();
    const name = published(hub, registry, { name: 'held', version: '1.0.0', program: patient('1.0.0') });
    const one = await hub.begin(name);
    await hub.until(one, 'trying');
    await hub.request('installs:clear-unused', {});
    expect(packagesIn(hub)).toHaveLength(1);
    endTrial(hub, one);
    await hub.until(one, 'ready');
    const two = await hub.begin(name, { name: 'held two' });
    await hub.until(two, 'trying');
    await hub.request('installs:remove', { serverId: one });
    expect(packagesIn(hub)).toHaveLength(1);
    endTrial(hub, two);
    expect((await hub.until(two, 'ready')).tools).toHaveLength(1);
  });
});

describe('a policy that changes meanwhile', () => {
  test('What waited for its turn is not asked for once it is forbidden.', async () => {
    let forbidden = '';
    const { hub, registry } = await opened(one => {
      one.sources = { judge: ({ entry }) => (entry === forbidden ? { kind: 'foreign', text: 'Not here.' } : null) };
    });
    const gates = [createGate(), createGate()];
    for (const [at, { wait }] of gates.entries())
      await hub.begin(published(hub, registry, { name: `first${at}`, version: '1.0.0', gate: wait }));
    await Promise.all(gates.map(({ reached }) => reached));
    const name = published(hub, registry, { name: 'last', version: '1.0.0' });
    const serverId = await hub.begin(name);
    forbidden = name;
    for (const { open } of gates) open();
    const { phase } = await hub.until(serverId, 'failed');
    expect(phase).toMatchObject({ reason: { kind: 'foreign', text: 'Not here.' } });
    expect(registry.asked.filter(path => path.startsWith('/last'))).toEqual([]);
  });

  test('What is fetched stops once it is forbidden, and says why.', async () => {
    let isForbidden = false;
    const { hub, registry } = await opened(one => {
      one.sources = { judge: () => (isForbidden ? { kind: 'foreign', text: 'Not here.' } : null) };
    });
    const waits = createGate();
    const name = published(hub, registry, { name: 'long', version: '1.0.0', gate: waits.wait });
    const serverId = await hub.begin(name);
    await waits.reached;
    isForbidden = true;
    // A policy file that is read anew tells all who go by it.
    writeFileSync(
      join(hub.temp.home, 'policy.json'),
      JSON.stringify({ version: 1, rules: [], catalogue: { rules: [] } }),
    );
    const { phase } = await hub.until(serverId, 'failed');
    expect(phase).toMatchObject({ reason: { kind: 'foreign', text: 'Not here.' } });
    waits.open();
  });

  test('A version that only the registry names is judged before it is tried.', async () => {
    const { hub, registry } = await opened(one => {
      one.sources = { judge: ({ version }) => (version === '6.6.6' ? { kind: 'foreign', text: 'Not that.' } : null) };
    });
    const name = published(hub, registry, { name: 'open', version: '6.6.6' }, { version: null });
    const { phase, tools } = await hub.until(await hub.begin(name), 'failed');
    expect({ phase, tools }).toMatchObject({ phase: { reason: { kind: 'foreign', text: 'Not that.' } }, tools: null });
  });
});
