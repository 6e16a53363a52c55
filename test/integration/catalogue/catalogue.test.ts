// The catalogue of a real hub, with its process, against a registry on loopback.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test as it, onTestFinished } from 'vitest';
import { manyPublished, published } from '../../support/catalogue/published.ts';
import { startRegistry } from '../../support/catalogue/registry.ts';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import type { CatalogueSource } from '../../../contract/schemas/catalogue.ts';
import type { PanelClient } from '../../support/panel-client.ts';

async function useRegistry() {
  const registry = await startRegistry();
  onTestFinished(() => registry.stop());
  return registry;
}

async function useCatalogue() {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  return { place, hub, panel };
}

async function added(panel: PanelClient, address: string): Promise<string> {
  const { sourceId } = await panel.request('catalogue:add-source', { kind: 'registry', name: 'Ours', address });
  return sourceId;
}

/** The process that reads catalogues, by the folder that it works in: it is given no environment to be known by. */
function readerOf({ home }: { readonly home: string }): number | null {
  const folder = path.join(home, 'catalogue');
  const isReader = (pid: string) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  };
  const pid = fs.readdirSync('/proc').find(name => /^\d+$/.test(name) && isReader(name));
  return pid === undefined ? null : Number(pid);
}

/** Resolves when it has come to an end, well or not. */
async function refreshed(panel: PanelClient, sourceId: string): Promise<CatalogueSource> {
  const source = () => panel.snapshot.catalogueSources[sourceId];
  const before = ended(source());
  await panel.request('catalogue:refresh', { sources: [sourceId] });
  await until(() => source()?.state.kind !== 'refreshing' && ended(source()) !== before, 'the refresh has ended');
  return panel.snapshot.catalogueSources[sourceId] as CatalogueSource;
}

function ended(source: CatalogueSource | undefined): string {
  return JSON.stringify([source?.freshAt, source?.state.kind === 'failed' ? source.state : null]);
}

it('a registry that was added is read to its end, and its entries are found', async () => {
  const registry = await useRegistry();
  registry.publish(...manyPublished(250), published('io.github.ana/weather-report'));
  const { panel } = await useCatalogue();
  expect(Object.keys(panel.snapshot.catalogueSources)).toEqual(['official', 'harbor']);
  const { sourceId } = await panel.request('catalogue:add-source', {
    kind: 'registry',
    name: 'Ours',
    address: registry.address,
  });
  await refreshed(panel, sourceId);
  expect(panel.snapshot.catalogueSources[sourceId]).toMatchObject({ entries: 251, state: { kind: 'idle' } });
  const found = await panel.request('catalogue:search', { query: 'weather rep' });
  expect(found.rows[0]).toMatchObject({ name: 'io.github.ana/weather-report', runs: ['npm'], verified: false });
  const { entry } = await panel.request('catalogue:entry', { sourceId, name: 'io.github.ana/weather-report' });
  expect(entry.ways[0]).toMatchObject({ kind: 'npm', identifier: '@example/weather-report', version: '1.0.0' });
  await refreshed(panel, 'harbor');
  const harbor = await panel.request('catalogue:search', { query: 'filesystem' });
  expect(harbor.rows[0]).toMatchObject({ sourceId: 'harbor', name: 'curated-filesystem' });
});

it('nothing is started and nothing is fetched before the user wants that', async () => {
  const { place, panel } = await useCatalogue();
  expect(panel.snapshot.catalogueSources['official']).toMatchObject({
    address: 'https://registry.modelcontextprotocol.io',
    freshAt: null,
    state: { kind: 'idle' },
  });
  expect(readerOf(place)).toBeNull();
  expect(fs.existsSync(path.join(place.home, 'catalogue'))).toBe(false);
});

it('a source that answers no more says so, and what is stored of it is found all the same', async () => {
  const registry = await useRegistry();
  registry.publish(published('io.github.ana/one'));
  const { panel } = await useCatalogue();
  const sourceId = await added(panel, registry.address);
  const { freshAt } = await refreshed(panel, sourceId);
  await registry.stop();
  expect(await refreshed(panel, sourceId)).toMatchObject({
    ...{ entries: 1, freshAt },
    state: { kind: 'failed', reason: { kind: 'catalogue-unreachable' } },
  });
  expect(await panel.request('catalogue:search', { query: 'one' })).toMatchObject({ total: 1 });
});

it('its process may be killed in the middle: the source says so, searches go on, and the next refresh is whole', async () => {
  const registry = await useRegistry();
  registry.publish(...manyPublished(250));
  const { place, panel } = await useCatalogue();
  const sourceId = await added(panel, registry.address);
  registry.failFrom(1, { kind: 'silence' });
  await panel.request('catalogue:refresh', { sources: [sourceId] });
  await until(() => panel.snapshot.catalogueSources[sourceId]?.entries === 100, 'the first page is written');
  process.kill(readerOf(place) ?? Number.NaN, 'SIGKILL');
  const state = () => panel.snapshot.catalogueSources[sourceId]?.state;
  await until(() => state()?.kind === 'failed', 'the source says so');
  expect(state()).toMatchObject({ reason: { kind: 'catalogue-process-ended', source: 'Ours' } });
  expect(await panel.request('catalogue:search', {})).toMatchObject({ total: 100 });
  registry.failFrom(0, null);
  expect(await refreshed(panel, sourceId)).toMatchObject({ entries: 250, state: { kind: 'idle' } });
});

it('a hub that stops in the middle ends its process, and begins where it can', async () => {
  const registry = await useRegistry();
  registry.publish(...manyPublished(250));
  const { place, hub, panel } = await useCatalogue();
  const sourceId = await added(panel, registry.address);
  registry.failFrom(1, { kind: 'silence' });
  await panel.request('catalogue:refresh', { sources: [sourceId] });
  await until(() => panel.snapshot.catalogueSources[sourceId]?.entries === 100, 'the first page is written');
  await hub.kill('SIGTERM');
  await until(() => readerOf(place) === null, 'nothing of it is left');
  const again = await place.panel(await place.serve());
  expect(again.snapshot.catalogueSources[sourceId]).toMatchObject({ freshAt: null, state: { kind: 'idle' } });
  expect(await again.request('catalogue:search', {})).toMatchObject({ total: 100 });
});

it('a refresh of what is refreshed already is one, and it can be stopped', async () => {
  const registry = await useRegistry();
  registry.publish(...manyPublished(250));
  const { panel } = await useCatalogue();
  const sourceId = await added(panel, registry.address);
  registry.failFrom(1, { kind: 'silence' });
  await panel.request('catalogue:refresh', { sources: [sourceId] });
  await panel.request('catalogue:refresh', { sources: [sourceId] });
  await until(() => registry.asked.length === 2, 'the second page is asked for');
  // Searches are answered meanwhile.
  expect(await panel.request('catalogue:search', {})).toMatchObject({ total: 100 });
  await panel.request('catalogue:stop-refresh', {});
  await until(() => panel.snapshot.catalogueSources[sourceId]?.state.kind === 'idle', 'it is stopped');
  expect(registry.asked).toHaveLength(2);
  expect(panel.snapshot.catalogueSources[sourceId]).toMatchObject({ entries: 100, freshAt: null });
});

it('sources are changed, switched off and removed with their entries', async () => {
  const registry = await useRegistry();
  registry.publish(published('io.github.ana/one'));
  const { panel } = await useCatalogue();
  const sourceId = await added(panel, `${registry.address}/v0.1/servers`);
  await until(() => panel.snapshot.catalogueSources[sourceId]?.address === registry.address, 'it is shown');
  await expect(added(panel, registry.address)).rejects.toThrow('reads Ours already');
  await expect(added(panel, 'http://registry.example.com')).rejects.toThrow('https');
  await refreshed(panel, sourceId);
  const found = () => panel.request('catalogue:search', {}).then(({ total }) => total);
  expect(await found()).toBe(1);
  await panel.request('catalogue:change-source', { sourceId, enabled: false });
  expect(await found()).toBe(0);
  await expect(panel.request('catalogue:refresh', { sources: [sourceId] })).rejects.toThrow('switched off');
  await panel.request('catalogue:change-source', { sourceId, enabled: true, name: 'Theirs' });
  const { entry } = await panel.request('catalogue:entry', { sourceId, name: 'io.github.ana/one' });
  expect(entry.sourceName).toBe('Theirs');
  await panel.request('catalogue:remove-source', { sourceId });
  expect(await found()).toBe(0);
  await expect(panel.request('catalogue:entry', { sourceId, name: 'io.github.ana/one' })).rejects.toThrow('no source');
});

it('a folder with a file that holds nothing of use gives the others, and says which file that is', async () => {
  const { place, panel } = await useCatalogue();
  const address = path.join(place.folder, 'servers');
  fs.mkdirSync(address);
  fs.writeFileSync(path.join(address, 'good.json'), JSON.stringify(published('io.github.ana/one').server));
  fs.writeFileSync(path.join(address, 'broken.json'), '{');
  const { sourceId } = await panel.request('catalogue:add-source', { kind: 'file', name: 'Ours', address });
  expect((await place.run(['catalogue', 'refresh', sourceId])).stdout).toContain(
    `One entry cannot be read and is left out: ${path.join(address, 'broken.json')} holds no description of a server.`,
  );
  expect(panel.snapshot.catalogueSources[sourceId]).toMatchObject({ entries: 1, leftOut: { at: null } });
});

it('the command line adds a source, follows its refresh, searches and shows', async () => {
  const registry = await useRegistry();
  registry.publish(
    published('io.github.ana/weather'),
    published('com.example/notes', { server: { version: '2.0.0' } }),
  );
  const { place, panel } = await useCatalogue();
  const run = async (...args: readonly string[]) => place.run(['catalogue', ...args]);
  expect((await run('search', 'weather')).stdout).toContain('Nothing is stored yet');
  const add = () => run('sources', 'add', registry.address, '--name', 'Ours');
  const refused = await confirmed(panel, add(), 'deny');
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining(`source Ours of the catalogue (`) });
  expect((await run('sources')).stdout).not.toContain('Ours');
  expect(await confirmed(panel, add())).toMatchObject({ code: 0 });
  expect(await run('refresh', 'Ours')).toMatchObject({ code: 0, stdout: 'Ours: 2 entries\n' });
  expect((await run('search', 'weath')).stdout).toContain('io.github.ana/weather  1.0.0  npm');
  const shown = await run('show', 'notes', '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ entry: { name: 'com.example/notes', version: '2.0.0' } });
  expect(await run('show', 'notes', '9.9.9')).toMatchObject({ code: 2 });
  expect(await run('show', 'nothing')).toMatchObject({ code: 2 });
  await registry.stop();
  expect(await run('refresh', 'Ours')).toMatchObject({ code: 1 });
  expect(await run('sources', 'remove', 'Ours')).toMatchObject({ code: 0 });
  expect((await run('sources')).stdout).not.toContain('Ours');
  const { entries } = await panel.request('audit:query', { filter: {}, count: 50 });
  expect(JSON.stringify(entries)).toMatch(/catalogue-source-set.*added/);
});
