// Installs without a server: the hub ended when one was taken away and the other was not yet. A server of the same name would be taken for theirs.
import { forgetSecrets } from './installed-server.ts';
import { dropBundle } from './kept-bundle.ts';
import { packagesOf } from './kept-installs.ts';
import type { InstallRow } from '../../store/installs-table.ts';
import type { InstalledServerParts } from './installed-server.ts';
import type { KeptInstalls } from './kept-installs.ts';
import type { PackageStore } from './package-store.ts';

interface StrayParts extends Pick<InstalledServerParts, 'servers' | 'secrets'> {
  readonly kept: KeptInstalls;
  readonly packages: PackageStore;
}

/** With what was kept for them, and the packages that nobody else uses. They do not show any more at once. */
export async function dropStray(rows: readonly InstallRow[], parts: StrayParts): Promise<void> {
  const { kept, packages, servers } = parts;
  await Promise.all(rows.map(({ serverId }) => kept.remove(serverId)));
  for (const row of rows) {
    await dropBundle(row.serverId, packages);
    await forgetSecrets(row, parts);
  }
  const used = () => ({ configs: servers.configs.all().map(({ config }) => config), ids: kept.packageIds() });
  await packages.clear(used, new Set(packagesOf(rows)));
}
