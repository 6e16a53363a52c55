// Reads tables of a database that no hub has open. Nothing in it is changed, and none is made.
import { access } from 'node:fs/promises';
import { Database } from './database.ts';
import { Reader } from './rows.ts';
import { ServersTable } from './servers-table.ts';
import { SettingsTable } from './settings-table.ts';
import { WriteBehind } from './write-behind.ts';
import type { Store } from './store.ts';

/** Rejects where there is none, or none that can be read. Bad rows are left out. */
export async function readTables<T>(
  file: string,
  read: (tables: { settings: Pick<Store['settings'], 'get'>; servers: Pick<Store['servers'], 'list'> }) => Promise<T>,
): Promise<T> {
  // Opening would make it.
  await access(file);
  const database = new Database(file);
  try {
    const nobody = () => {};
    const at = { database, reader: new Reader(database, nobody), later: new WriteBehind(database, nobody) };
    return await read({ settings: new SettingsTable(at), servers: new ServersTable(at) });
  } finally {
    await database.close();
  }
}
