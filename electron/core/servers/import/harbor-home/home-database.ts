// `harbor.db`, the older generation's list of addresses: opened so that nothing of it changes, not even a file beside it.
import { lstat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import Libsql from 'libsql/promise';
import { HubError } from '../../../../../contract/errors.ts';
import { reasonOf } from '../../../../../contract/reason.ts';
import { whyNotRead } from '../read-bounded.ts';
import { nameOf, readEntry, refused } from '../read-entry.ts';
import type { ReadServer } from '../read-server.ts';
import type { HomeNotes } from './home-file.ts';

const maxBytes = 64 * 1024 * 1024;
const maxRows = 500;

/** None where it is missing, and where it cannot be read, which is noted. */
export async function readHomeDatabase(path: string, notes: HomeNotes): Promise<ReadServer[]> {
  try {
    const found = await lstat(path).catch(nullWhenMissing);
    if (found === null) return [];
    if (!found.isFile()) throw refused({ kind: 'file-is-none' });
    if (found.size > maxBytes) throw refused({ kind: 'file-too-large', bytes: found.size, most: maxBytes });
    const rows = await rowsOf(path);
    notes.files.push(path);
    return rows.map(serverOf);
  } catch (error) {
    notes.problems.push({ kind: 'file-not-read', file: path, why: whyNotRead(error) });
    return [];
  }
}

async function rowsOf(path: string): Promise<Record<string, unknown>[]> {
  const database = new Libsql(`${pathToFileURL(path).href}?immutable=1&mode=ro`, { readonly: true });
  try {
    await database.exec('PRAGMA trusted_schema = OFF');
    const made = await database.prepare("SELECT sql FROM sqlite_master WHERE name = 'servers' AND type = 'table'");
    const [table] = (await made.all()) as { sql?: unknown }[];
    // A view, or a table that computes, would run whatever somebody wrote into the file.
    if (!table) return [];
    if (!/^CREATE TABLE/i.test(String(table.sql)) || /GENERATED|\bAS\s*\(/i.test(String(table.sql)))
      throw refused({ kind: 'harbor-database' });
    const rows = await database.prepare(
      `SELECT CAST(label AS TEXT) AS label, CAST(base_url AS TEXT) AS url FROM servers LIMIT ${maxRows}`,
    );
    return (await rows.all()) as Record<string, unknown>[];
  } finally {
    database.close();
  }
}

function serverOf({ label, url }: Record<string, unknown>): ReadServer {
  const name = nameOf(typeof label === 'string' ? label : '');
  try {
    return { name, from: null, config: readEntry(name, { url }), problem: null };
  } catch (error) {
    if (error instanceof HubError) return { name, from: null, config: null, problem: reasonOf(error) };
    throw error;
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
