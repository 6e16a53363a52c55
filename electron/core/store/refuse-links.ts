// A database file is opened by SQLite, which follows links; so what SQLite would write is looked at first.
import { lstat } from 'node:fs/promises';
import { hubError } from '../../../words/hub-error.ts';

/** Rejects with HubError('ERR_INTERNAL') when the file, or one that SQLite keeps beside it, is a symbolic link. */
export async function refuseLinks(file: string): Promise<void> {
  for (const path of [file, `${file}-journal`, `${file}-wal`, `${file}-shm`]) {
    const found = await lstat(path).catch(() => null);
    if (found?.isSymbolicLink()) throw hubError('ERR_INTERNAL', { kind: 'database-link', path }, { file: path });
  }
}
