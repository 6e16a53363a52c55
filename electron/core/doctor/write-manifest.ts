// The repair of a manifest: what lies at its place is kept as a copy, and ours is written there.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { manifestText } from '../../../native-host/manifests/content.ts';
import { nodeFiles } from '../../../native-host/manifests/files.ts';
import { installManifest } from '../../../native-host/manifests/installer.ts';
import { writeLaunchers } from '../../../native-host/manifests/launcher.ts';
import type { DoctorContext } from './context.ts';
import type { Profile } from './profiles/profile.ts';

/** Rejects with a system error or a HubError; then the place holds what it held, or ours. */
export async function writeManifest(context: DoctorContext, profile: Profile, place: string): Promise<void> {
  const { manifests, launchers } = context;
  // A manifest that names a launcher which is not there would be the next fault.
  if (!(await nodeFiles.isExecutable(manifests.launcherPath))) await writeLaunchers(launchers);
  const old = await nodeFiles.read(place).catch(() => null);
  if (old !== null) await keepCopy(context, old);
  if (manifests.platform !== 'win32')
    await nodeFiles.writeAtomic(place, manifestText(manifests, profile.family), 0o644).catch((error: unknown) => {
      // The folder is missing: the installer below makes it.
      if (old !== null) throw error;
    });
  await installManifest(manifests, profile.browserId);
}

async function keepCopy({ home, now }: DoctorContext, bytes: Buffer): Promise<void> {
  const folder = join(home, 'manifests', 'backups');
  await nodeFiles.makeFolder(join(home, 'manifests'));
  await nodeFiles.makeFolder(folder);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  await nodeFiles.writeAtomic(join(folder, `doctor-${now()}-${hash}.bak`), bytes, 0o600);
}
