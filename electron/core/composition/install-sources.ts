// Where packages are installed from: the catalogue's entries, and the bundles that are open, as far as the policy lets them be.
import { loadPart } from '../platform/load-part.ts';
import type { ServerCatalogue } from '../catalogue/server-catalogue.ts';
import type { CataloguePolicy } from '../permissions/policy/catalogue-policy.ts';
import type { InstallableBundle } from '../servers/bundles/open-bundle.ts';
import type { InstallSources, OpenedBundle } from '../servers/install/install-sources.ts';
import type { BundleParts } from './bundle-parts.ts';

export function installSources(
  { serverCatalogue }: { readonly serverCatalogue: ServerCatalogue },
  { bundles, bundleSurroundings }: BundleParts,
  { judge }: Pick<CataloguePolicy, 'judge'>,
): InstallSources {
  return {
    judge,
    entryOf: (sourceId, name, version) => serverCatalogue.entryOf(sourceId, name, version ?? undefined),
    newestOf: (sourceId, name) => serverCatalogue.lookFor(sourceId, name),
    addressOf: sourceId => serverCatalogue.addressOf(sourceId),
    bundleOf: bundleId => installable(bundles.bundleOf(bundleId)),
    openBundle: async path => {
      const { openBundleFile } = await loadPart(() => import('../servers/bundles/open-bundle.ts'));
      const opened = await openBundleFile(path, bundleSurroundings, '');
      return { ...installable(opened), close: () => opened.close() };
    },
  };
}

/** Of a bundle that stays open for as long as whoever opened it wants. */
function installable(opened: InstallableBundle): OpenedBundle {
  const { way, bundle, runtime } = opened;
  return {
    ...{ way, bundle, runtime },
    unpackInto: (folder, onProgress, signal) => opened.unpackInto(folder, onProgress, signal),
    copyTo: path => opened.copyTo(path),
    close: async () => {},
  };
}
