// The catalogue of a real hub, with its process, against a registry on loopback.
import { expect, test as it, onTestFinished } from 'vitest';
import { manyPublished, published } from '../../support/catalogue/published.ts';
import { startRegistry } from '../../support/catalogue/registry.ts';
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
