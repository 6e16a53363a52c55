// Makes Pilothouse answer in a browser again, whatever stands in its place: what others wrote is kept and can be given back.
import { hubError } from '../../words/hub-error.ts';
import { codeOf, nodeFiles } from './files.ts';
import { installManifest } from './installer.ts';
import { locationOf, lookAt } from './machine-plans.ts';
import type { ManifestRow } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { Target } from './plan.ts';

/** Also brings the launcher back. Throws a `HubError` whose sentence names what stayed undone. */
export async function repairManifest(context: ManifestContext, browserId: string): Promise<ManifestRow> {
  const files = context.files ?? nodeFiles;
  if (!(await files.isExecutable(context.launcherPath))) await context.restoreLauncher?.();
  const plan = await lookAt(context, locationOf(context, browserId));
  for (const target of plan.targets) await makeReadable(context, target);
  const row = await installManifest(context, browserId, true);
  if (row.state !== 'ours') throw hubError('ERR_INTERNAL', row.reason);
  return row;
}

/** A file of this user that nobody may read, not even its owner. */
async function makeReadable(context: ManifestContext, { kind, place }: Target): Promise<void> {
  const files = context.files ?? nodeFiles;
  if (kind !== 'file') return;
  const code = await files.read(place).then(() => '', codeOf);
  if (code !== 'EACCES' || (await files.isLink(place).catch(() => true))) return;
  const owner = await files.ownerOf(place).catch(() => undefined);
  if (owner === context.uid) await files.setMode(place, 0o600).catch(() => {});
}
