// The catalogue's own database. What cannot be used is put away and begun anew: every row in it can be fetched again.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import type { Reason } from '../../../contract/reasons.ts';

export type Database = Libsql.Database;

/** Of the program that wrote it; another one reads nothing of it. */
const version = 1;
/** "PHca": tells it from any other SQLite file. */
const applicationId = 0x50486361;

/**
 * Entries have what lists filter, sort and show; the whole of a version is JSON, which is read for one at a time. `words` holds the
 * texts for searching alone, by the ids of entries; with its prefixes a part of a word is found as fast as a whole one.
 */
const schema = `
  CREATE TABLE sources (
    key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, address TEXT NOT NULL, syncedTo TEXT, fullAt REAL,
    run INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, source INTEGER NOT NULL, status INTEGER NOT NULL, verified INTEGER NOT NULL,
    runs INTEGER NOT NULL, secrets INTEGER NOT NULL, asked INTEGER NOT NULL, changedAt REAL, publishedAt REAL,
    uses INTEGER, run INTEGER NOT NULL, plain TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL,
    description TEXT NOT NULL, version TEXT NOT NULL, offers TEXT NOT NULL, likeSource TEXT, likeName TEXT, likeDistance INTEGER,
    UNIQUE (source, name)
  ) STRICT;
  CREATE INDEX entriesByName ON entries (name);
  CREATE TABLE versions (
    entry INTEGER NOT NULL, version TEXT NOT NULL, status INTEGER NOT NULL, latest INTEGER NOT NULL, publishedAt REAL,
    detail TEXT NOT NULL, PRIMARY KEY (entry, version)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5(
    name, owner, title, description, content='', contentless_delete=1, detail=column, prefix='1 2 3'
  );
`;

/** How far whole readings of sources were; a database from before it gets it too. */
const brokenOffTable = `CREATE TABLE IF NOT EXISTS brokenOff (
  source INTEGER PRIMARY KEY, cursor TEXT NOT NULL, run INTEGER NOT NULL, startedAt REAL NOT NULL, done INTEGER NOT NULL, newest REAL
) STRICT;`;

/** In the orders in which lists without words are asked for (`search.ts`), so that a page of them is read and no more. */
const indexes = `
  CREATE INDEX IF NOT EXISTS entriesByMatch ON entries (
    likeName IS NOT NULL, status, uses DESC, length(plain), changedAt DESC, name
  );
  CREATE INDEX IF NOT EXISTS entriesByNewest ON entries (changedAt DESC, name);
  CREATE INDEX IF NOT EXISTS entriesByLetters ON entries (name COLLATE NOCASE);
  CREATE INDEX IF NOT EXISTS entriesByFilters ON entries (source, status, verified, runs, secrets, changedAt);
`;

export interface Opened {
  readonly database: Database;
  /** Why nothing is left of what was stored before; null where all is as it was. */
  readonly anew: Reason | null;
}

/** Throws where the folder cannot be written to. */
export function openDatabase(folder: string): Opened {
  const file = join(folder, 'catalogue.db');
  const first = tryOpen(file);
  if (typeof first !== 'string') return { database: first, anew: null };
  putAway(file);
  const second = tryOpen(file);
  if (typeof second === 'string') throw new Error(`${file} cannot be used (${second}).`);
  return { database: second, anew: { kind: 'catalogue-stored-anew', was: first } };
}

function tryOpen(file: string): Database | 'broken' | 'newer' {
  let database: Database | null = null;
  try {
    database = new Libsql(file, { timeout: 2_000 });
    const found = numberOf(database, 'user_version');
    if (found > version) return closed(database, 'newer');
    const isNew = found === 0 && isEmpty(database);
    if (!isNew && (numberOf(database, 'application_id') !== applicationId || found !== version || !isSound(database)))
      return closed(database, 'broken');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000');
    if (isNew)
      database.exec(
        `BEGIN; ${schema} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}; COMMIT`,
      );
    database.exec(brokenOffTable);
    database.exec(indexes);
    return database;
  } catch (error) {
    if (database) closed(database, 'broken');
    if (isDamage(error)) return 'broken';
    throw error;
  }
}

/** A full disk or another process that holds it says nothing of what is in it. */
function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(?:NOTADB|CORRUPT|ERROR)/.test(code);
}

function closed<T>(database: Database, outcome: T): T {
  try {
    database.close();
  } catch {
    // What cannot be read may not close either.
  }
  return outcome;
}

function numberOf(database: Database, pragma: 'user_version' | 'application_id'): number {
  const row = database.prepare(`PRAGMA ${pragma}`).get() as Record<string, unknown> | undefined;
  return Number(row?.[pragma] ?? 0);
}

function isEmpty(database: Database): boolean {
  return database.prepare('SELECT name FROM sqlite_master LIMIT 1').all().length === 0;
}

/** A check of every page takes longer than a search may; the first pages of each table tell of most damage. */
function isSound(database: Database): boolean {
  for (const table of ['sources', 'entries', 'versions', 'words'])
    database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).all();
  return true;
}

/** One is kept, for whoever wants to know what had happened. */
function putAway(file: string): void {
  rmSync(`${file}.unusable`, { force: true });
  try {
    renameSync(file, `${file}.unusable`);
  } catch {
    rmSync(file, { force: true, recursive: true });
  }
  for (const end of ['-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}
