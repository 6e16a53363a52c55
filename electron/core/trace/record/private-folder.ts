// The folder in which the trace is written to disk.
import { lstat, mkdir } from 'node:fs/promises';
import { hubError } from '../../../../words/hub-error.ts';

/** A folder of this account that nobody else can look into, made where it is not there; a link is not followed. Rejects with HubError. */
export async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isOthers = process.getuid !== undefined && found.uid !== process.getuid();
  if (!found.isDirectory() || isOthers || (process.getuid && (found.mode & 0o077) !== 0))
    throw hubError('ERR_INTERNAL', { kind: 'folder-not-private', folder });
}
