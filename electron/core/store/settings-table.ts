// Settings: one JSON value under each key.
import { z } from 'zod';
import { jsonColumn, upsertSql } from './rows.ts';
import type { Database } from './database.ts';
import type { Reader } from './rows.ts';

const putSql = upsertSql('settings', ['key', 'value']);

export class SettingsTable {
  readonly #database: Database;
  readonly #reader: Reader;

  constructor(database: Database, reader: Reader) {
    this.#database = database;
    this.#reader = reader;
  }

  /** The value of `key`, or null when it was never set or does not fit `schema` (which is reported). */
  async get<T>(key: string, schema: z.ZodType<T>): Promise<T | null> {
    const row = z.object({ value: jsonColumn(schema) });
    const [found] = await this.#reader.rows('settings', row, 'SELECT key, value FROM settings WHERE key = ?', key);
    return found ? found.value : null;
  }

  set(key: string, value: unknown): Promise<void> {
    return this.#database.run('full', putSql, key, JSON.stringify(value));
  }

  remove(key: string): Promise<void> {
    return this.#database.run('full', 'DELETE FROM settings WHERE key = ?', key);
  }
}
