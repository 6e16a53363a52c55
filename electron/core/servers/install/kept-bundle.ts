// The copy of a bundle that the user opened, kept until its install has ended: a hub that starts anew has none open.
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hubError } from '../../../../words/hub-error.ts';
import { failureOf } from './disk-room.ts';
import type { InstallRow } from '../../store/installs-table.ts';
import type { InstallSources, OpenedBundle } from './install-sources.ts';
import type { PackageStore } from './package-store.ts';

type Cache = Pick<PackageStore, 'cacheOf'>;
type Installed = Pick<InstallRow, 'serverId' | 'from'>;

/** Does nothing for what comes from an entry. Rejects where it cannot be copied. */
export async function keepBundle({ serverId, from }: Installed, sources: InstallSources, packages: Cache) {
  if (from.kind !== 'bundle') return;
  const path = placeOf(serverId, packages);
  await mkdir(packages.cacheOf('mcpb'), { recursive: true, mode: 0o700 });
  const part = `${path}.part`;
  await rm(part, { force: true });
  try {
    await sources.bundleOf(from.bundleId).copyTo(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw hubError('ERR_SERVER_UNAVAILABLE', await failureOf(error, packages.cacheOf('mcpb')));
  }
}

/** As it is open, or its copy; null for what comes from an entry. Rejects with HubError where there is neither. */
export async function bundleOf(
  { serverId, from }: Installed,
  sources: InstallSources,
  packages: Cache,
): Promise<OpenedBundle | null> {
  if (from.kind !== 'bundle') return null;
  const path = placeOf(serverId, packages);
  const isThere = (await stat(path).catch(() => null))?.isFile() ?? false;
  return isThere ? sources.openBundle(path) : sources.bundleOf(from.bundleId);
}

/** Once it is installed, or is not to be any more. */
export async function dropBundle(serverId: string, packages: Cache): Promise<void> {
  const path = placeOf(serverId, packages);
  await rm(path, { force: true }).catch(() => {});
  await rm(`${path}.part`, { force: true }).catch(() => {});
}

/** What its copy is called. */
export function copyName(serverId: string): string {
  return `${serverId}.mcpb`;
}

function placeOf(serverId: string, packages: Cache): string {
  return join(packages.cacheOf('mcpb'), copyName(serverId));
}
