// A hub, its panel in a browser, a registry of servers and one of packages, both on loopback and written by the test.
import { published } from '../support/catalogue/published.ts';
import { startRegistry } from '../support/catalogue/registry.ts';
import { look } from '../support/look.ts';
import { type FixturePackage, type NpmFixture, startNpmFixture } from '../support/npm-fixture.ts';
import { until } from '../support/panel-client.ts';
import { type CatalogueScene, openCatalogue } from './catalogue-scene.ts';
import type { Install } from '../../contract/schemas/installs.ts';

export interface InstallScene extends CatalogueScene {
  readonly registry: NpmFixture;
  /** Publishes a package and its entry, of which the hub learns by its next refresh. */
  offer(source: FixturePackage, asks?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Begins to install an entry, and shows it. */
  begin(name: string): Promise<void>;
  until(serverId: string, phase: Install['phase']['kind']): Promise<Install>;
  /** What axe finds on the page as it is. */
  drawn(name: string): Promise<string[]>;
}

export async function openInstallScene(): Promise<InstallScene> {
  const scene = await openCatalogue([]);
  const servers = await startRegistry();
  const registry = await startNpmFixture(scene.stage.userHome);
  const { hub, page, panel } = scene;
  const ours = { kind: 'registry', name: 'Team', address: servers.address } as const;
  await hub.request('catalogue:remove-source', { sourceId: scene.sourceId });
  const { sourceId } = await hub.request('catalogue:add-source', ours);
  const refresh = async () => {
    const before = hub.snapshot.catalogueSources[sourceId]?.freshAt ?? null;
    await hub.request('catalogue:refresh', { sources: [sourceId] });
    await hub.waitFor(({ catalogueSources }) => {
      const source = catalogueSources[sourceId];
      return source?.state.kind === 'idle' && source.freshAt !== before;
    }, 'the registry was read');
  };
  return {
    ...scene,
    sourceId,
    registry,
    offer: async (source, asks = {}) => {
      registry.publish(source);
      const { name, version } = source;
      const own = { registryType: 'npm', registryBaseUrl: registry.address, identifier: name, version };
      const packages = [{ ...own, transport: { type: 'stdio' }, ...asks }];
      const now = new Date().toISOString();
      servers.publish(
        published(`io.example/${name}`, { publishedAt: now, updatedAt: now, server: { version, packages } }),
      );
      await refresh();
    },
    begin: async name => {
      const { versions } = (await hub.request('catalogue:entry', { sourceId, name })).entry;
      const from = { kind: 'entry', sourceId, name, version: versions[0]?.version ?? '', way: 0 } as const;
      const { serverId } = await hub.request('installs:begin', { from, name: name.slice(name.indexOf('/') + 1) });
      await page.evaluate(hash => (location.hash = hash), `#/catalogue?install=${serverId}`);
    },
    until: async (serverId, phase) => {
      await until(
        () => hub.snapshot.installs[serverId]?.phase.kind === phase,
        `${serverId} is ${phase}`,
        180_000,
      ).catch((error: unknown) => {
        throw new Error(`It is ${JSON.stringify(hub.snapshot.installs[serverId]?.phase)}.`, { cause: error });
      });
      const found = hub.snapshot.installs[serverId];
      if (!found) throw new Error(`There is no install of ${serverId}.`);
      return found;
    },
    drawn: async name => {
      // Of what the test has asked beside the page, as another program.
      const dismissals = page.locator('.notice button');
      await dismissals.evaluateAll(buttons => buttons.forEach(button => (button as HTMLElement).click()));
      return look(page, panel.nameOf(name));
    },
    close: async () => {
      await scene.close();
      registry.stop();
      await servers.stop();
    },
  };
}
