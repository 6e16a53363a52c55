// Keeps what another program had at a place, byte for byte, until the place is given back to it.
import { join } from 'node:path';
import { sha256 } from './content.ts';
import { shownPath } from './context.ts';
import { codeOf, FilesError, nodeFiles } from './files.ts';
import { readKey, writeKey } from './windows-registry.ts';
import type { ManifestContext } from './context.ts';
import type { Target } from './plan.ts';
import type { Backup } from './receipts.ts';

/** Copies what is at the place into the data home (0600) and reads the copy again. Rejects with a system error or a `FilesError`. */
export async function keepBackup(context: ManifestContext, target: Target): Promise<Backup> {
  const files = context.files ?? nodeFiles;
  const bytes = await readPlace(context, target);
  const hash = sha256(bytes);
  const mode = target.kind === 'file' ? await files.modeOf(target.place) : 0o600;
  const backup = {
    file: `${sha256(`${target.kind} ${target.place}`).slice(0, 16)}-${hash.slice(0, 16)}.bak`,
    sha256: hash,
    mode,
  };
  for (const folder of backupFolders(context)) {
    await files.makeFolder(folder);
    if (await files.isLink(folder))
      throw new FilesError({ kind: 'copy-folder-is-link', path: shownPath(context, folder) });
  }
  await files.writeAtomic(backupPath(context, backup), bytes, 0o600);
  if (!(await readBackup(context, backup))) throw new FilesError({ kind: 'copy-not-there' });
  return backup;
}

/** The kept bytes, or undefined when the copy is gone. Rejects with a `FilesError` when it is not what was kept. */
export async function readBackup(context: ManifestContext, backup: Backup): Promise<Buffer | undefined> {
  const files = context.files ?? nodeFiles;
  const path = backupPath(context, backup);
  try {
    const bytes = (await files.isLink(path)) ? undefined : await files.read(path);
    if (bytes && sha256(bytes) === backup.sha256) return bytes;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  throw new FilesError({ kind: 'copy-changed', path: shownPath(context, path) });
}

/** Puts the kept bytes back at their place, with the mode they had, and looks at them again. */
export async function putBack(
  context: ManifestContext,
  target: Target,
  bytes: Buffer,
  { mode, sha256: hash }: Backup,
): Promise<void> {
  if (target.kind === 'key') await writeKey(context, target.place, bytes.toString('utf8'));
  else await (context.files ?? nodeFiles).writeAtomic(target.place, bytes, mode);
  if (sha256(await readPlace(context, target)) !== hash) throw new FilesError({ kind: 'not-as-put-back' });
}

export async function dropBackup(context: ManifestContext, backup: Backup): Promise<void> {
  const files = context.files ?? nodeFiles;
  await files.remove(backupPath(context, backup)).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

/** The same bytes as the backup are at the place. */
export async function holdsOriginal(context: ManifestContext, target: Target, backup: Backup): Promise<boolean> {
  const bytes = await readPlace(context, target).catch(() => undefined);
  return bytes !== undefined && sha256(bytes) === backup.sha256;
}

export function backupPath(context: ManifestContext, { file }: Backup): string {
  return join(backupFolders(context)[1], file);
}

function backupFolders({ dataHome }: ManifestContext): [string, string] {
  return [join(dataHome, 'manifests'), join(dataHome, 'manifests', 'backups')];
}

async function readPlace(context: ManifestContext, target: Target): Promise<Buffer> {
  if (target.kind === 'file') return (context.files ?? nodeFiles).read(target.place);
  const value = await readKey(context, target.place);
  if (value.kind !== 'text') throw new FilesError({ kind: 'key-holds-no-text' });
  return Buffer.from(value.text);
}
