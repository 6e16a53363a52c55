// Looks whether a hub could use its database, while none does. Nothing in it is changed.
import { access } from 'node:fs/promises';
import { hubError } from '../../../words/hub-error.ts';
import { Database } from './database.ts';
import { describeDatabaseError } from './database-errors.ts';
import { migrations } from './migrations.ts';

/** Resolves where there is none yet. Rejects with HubError as opening it would: damaged, of a newer program, of another one. */
export async function checkDatabase(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  const database = new Database(file);
  try {
    const [check] = await database.all('PRAGMA quick_check(1)');
    const said = String(Object.values(check ?? {})[0] ?? 'ok');
    if (said !== 'ok') throw Object.assign(new Error(said), { code: 'SQLITE_CORRUPT' });
    const tables = await database.all("SELECT name FROM sqlite_master WHERE type = 'table'");
    if (tables.length > 0) await checkVersion(database, tables);
  } catch (error) {
    throw describeDatabaseError(file, error);
  } finally {
    await database.close();
  }
}

async function checkVersion(database: Database, tables: readonly Record<string, unknown>[]): Promise<void> {
  const { file } = database;
  if (!tables.some(({ name }) => name === 'schema_version'))
    throw hubError('ERR_INTERNAL', { kind: 'database-other', file });
  const [row] = await database.all('SELECT max(version) AS version FROM schema_version');
  const version = Number(row?.['version'] ?? 0);
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) throw hubError('ERR_INTERNAL', { kind: 'database-newer', file, version, newest });
}
