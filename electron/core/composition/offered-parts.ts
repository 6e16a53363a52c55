// What servers may be had of: the catalogue, bundles, and the installing of both, joined.
import { reasonOf } from '../../../contract/reason.ts';
import { loadPart } from '../platform/load-part.ts';
import { createBundles } from './bundle-parts.ts';
import { createCatalogue } from './catalogue-parts.ts';
import { createInstalls } from './install-parts.ts';
import { installSources } from './install-sources.ts';
import type { BundleServices } from '../panel/bundle-handlers.ts';
import type { CatalogueServices } from '../panel/catalogue-handlers.ts';
import type { InstallServices } from '../panel/install-handlers.ts';
import type { InstallSources } from '../servers/install/install-sources.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export interface OfferedParts extends BundleServices, CatalogueServices, InstallServices {}

/** What a test brings is in the place of the catalogue's own. */
export async function createOffered(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  brought: Partial<InstallSources>,
): Promise<OfferedParts> {
  const { cataloguePolicy, installBooks: books } = registries;
  const catalogue = await createCatalogue(boot, base, cataloguePolicy);
  const bundles = createBundles(boot, registries);
  const sources = { ...installSources(catalogue, bundles, cataloguePolicy), ...brought };
  await dropStrayInstalls(base, registries).catch(error => base.problems.report('store', reasonOf(error)));
  const installs = createInstalls(boot, base, { ...registries, books, sources });
  // What began to start before the sources were known may be judged otherwise now.
  registries.servers.policyChanged();
  return { ...catalogue, ...bundles, ...installs };
}

/** Before anybody can add a server of the same name. */
async function dropStrayInstalls({ store, secretStore: secrets }: BaseParts, registries: Registries): Promise<void> {
  const { servers, installBooks } = registries;
  const there = new Set(servers.configs.all().map(({ id }) => id));
  const rows = installBooks.kept.all().filter(({ serverId }) => !there.has(serverId));
  if (rows.length === 0) return;
  // A server that cannot be read is there all the same, with its install, and may use the secrets of another.
  if ((await store.servers.ids()).some(id => !there.has(id))) return;
  const { dropStray } = await loadPart(() => import('../servers/install/stray-installs.ts'));
  await dropStray(rows, { ...installBooks, servers, secrets });
}
