// One hub for each data home: an exclusive lock on a small database file, which the system frees when the process dies.
import { join } from 'node:path';
import Database from 'libsql/promise';
import { readEndpointRecord } from '../../../native-host/endpoints/endpoint-record.ts';
import { hubError } from '../../../words/hub-error.ts';
import { describeDatabaseError } from '../store/database-errors.ts';
import { refuseLinks } from '../store/refuse-links.ts';

/** Takes the lock and returns the function that frees it. Rejects with `data: { heldByPid }` when another hub has it. */
export async function lockHome(home: string): Promise<() => void> {
  const file = join(home, 'hub.lock');
  await refuseLinks(file);
  const database = openLock(file);
  try {
    await database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'SQLITE_BUSY')
      throw describeDatabaseError(file, error);
    const record = await readEndpointRecord(home).catch(() => null);
    const pid = record?.pid ?? null;
    throw hubError('ERR_INTERNAL', { kind: 'home-held', home, pid }, { heldByPid: pid });
  }
}

function openLock(file: string): Database {
  try {
    return new Database(file, {});
  } catch (error) {
    throw describeDatabaseError(file, error);
  }
}
