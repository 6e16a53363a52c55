// Where packages are installed from: the catalogue's entries, and the bundles that are open, as far as the policy lets them be.
import type { ServerCatalogue } from '../catalogue/server-catalogue.ts';
import type { CataloguePolicy } from '../permissions/policy/catalogue-policy.ts';
import type { InstallSources } from '../servers/install/install-sources.ts';
import type { BundleParts } from './bundle-parts.ts';

export function installSources(
  { serverCatalogue }: { readonly serverCatalogue: ServerCatalogue },
  { installSources: ofBundles }: BundleParts,
  { judge }: Pick<CataloguePolicy, 'judge'>,
): InstallSources {
  return {
    ...ofBundles,
    judge,
    entryOf: (sourceId, name, version) => serverCatalogue.entryOf(sourceId, name, version ?? undefined),
    newestOf: (sourceId, name) => serverCatalogue.lookFor(sourceId, name),
    addressOf: sourceId => serverCatalogue.addressOf(sourceId),
  };
}
