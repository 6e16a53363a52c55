// Keeps what another program had at a place, byte for byte, until the place is given back to it.
import { join, posix, win32 } from 'node:path';
import { recordIn } from '../../contract/json.ts';
import { sha256 } from './content.ts';
import { shownPath, tagOf } from './context.ts';
import { codeOf, FilesError, nodeFiles, temporaryOf } from './files.ts';
import { readReceipts, receiptOf, receiptsPath } from './receipts.ts';
import { readKey, writeKey } from './windows-registry.ts';
import type { ManifestContext } from './context.ts';
import type { Target } from './plan.ts';
import type { Backup, Receipts } from './receipts.ts';

/**
 * Copies what is at the place into the data home (0600) and reads the copy again. Where another data home of Pilothouse wrote there,
 * what it took the place of is copied instead, and null says that this was nothing. Rejects with a system error or a `FilesError`.
 */
export async function keepBackup(context: ManifestContext, target: Target): Promise<Backup | null> {
  const files = context.files ?? nodeFiles;
  const bytes = await readPlace(context, target);
  const before = await beforeOtherHub(context, target, bytes);
  if (before === null) return null;
  if (before !== undefined) return keepBytes(context, target, before.bytes, before.mode);
  return keepBytes(context, target, bytes, target.kind === 'file' ? await files.modeOf(target.place) : 0o600);
}

async function keepBytes(context: ManifestContext, target: Target, bytes: Buffer, mode: number): Promise<Backup> {
  const files = context.files ?? nodeFiles;
  const hash = sha256(bytes);
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
  await files.writeAtomic(backupPath(context, backup), bytes, 0o600, { tag: tagOf(context) });
  if (!(await readBackup(context, backup))) throw new FilesError({ kind: 'copy-not-there' });
  return backup;
}

/**
 * What another data home took the place of, by its receipts: giving back its own manifest would bring back a launcher that may be
 * gone. Undefined where the place is no other hub's.
 */
async function beforeOtherHub(
  context: ManifestContext,
  target: Target,
  bytes: Buffer,
): Promise<{ readonly bytes: Buffer; readonly mode: number } | null | undefined> {
  const other = otherHome(context, target, bytes.toString('utf8'));
  if (other === undefined || !(await isOwn(context, other.dataHome))) return undefined;
  const receipt = receiptOf(await readReceipts(other).catch((): Receipts => []), target);
  if (receipt === undefined) return undefined;
  if (receipt.backup === undefined) return null;
  const kept = await readBackup(other, receipt.backup).catch(() => undefined);
  return kept && { bytes: kept, mode: receipt.backup.mode };
}

function otherHome(context: ManifestContext, target: Target, text: string): ManifestContext | undefined {
  const { dirname, isAbsolute } = context.platform === 'win32' && text.includes('\\') ? win32 : posix;
  const path = target.kind === 'key' ? dirname(text) : recordIn(text)?.['path'];
  if (typeof path !== 'string' || !isAbsolute(path)) return undefined;
  const dataHome = dirname(dirname(path));
  return dataHome === context.dataHome ? undefined : { ...context, dataHome };
}

/** Files of other accounts are not taken for a hub's word. */
async function isOwn(context: ManifestContext, folder: string): Promise<boolean> {
  if (context.uid === undefined) return true;
  return (await (context.files ?? nodeFiles).ownerOf(folder).catch(() => undefined)) === context.uid;
}

/** Removes what a crash left of files that were being written. */
export async function sweepTemporary(context: ManifestContext, targets: readonly Target[]): Promise<void> {
  const files = context.files ?? nodeFiles;
  const tag = tagOf(context);
  const [folder, copies] = backupFolders(context);
  const isLeftOver = (name: string) => name.endsWith('.tmp') || /^\.export-[0-9a-f]+\.reg$/.test(name);
  const inFolder = async (path: string) =>
    (await files.list(path).catch(() => [])).filter(isLeftOver).map(name => join(path, name));
  const paths = [
    ...targets.flatMap(({ kind, place }) => (kind === 'file' ? [temporaryOf(place, tag)] : [])),
    temporaryOf(receiptsPath(context), tag),
    ...(await inFolder(folder)),
    ...(await inFolder(copies)),
  ];
  // Whatever refuses here refuses below too, where it is said.
  for (const path of paths) await files.remove(path).catch(() => {});
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
  else await (context.files ?? nodeFiles).writeAtomic(target.place, bytes, mode, { tag: tagOf(context) });
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
  return (await hashOfPlace(context, target).catch(() => '')) === backup.sha256;
}

/** Rejects with a system error or a `FilesError`. */
export async function hashOfPlace(context: ManifestContext, target: Target): Promise<string> {
  return sha256(await readPlace(context, target));
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
