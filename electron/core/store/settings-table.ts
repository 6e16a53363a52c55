// Settings: one JSON value under each key.
import { z } from 'zod';
import { jsonColumn, upsertSql } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const putSql = upsertSql('settings', ['key', 'value']);

export class SettingsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  /** The value of `key`, or null when it was never set or does not fit `schema` (which is reported). */
  async get<T>(key: string, schema: z.ZodType<T>): Promise<T | null> {
    const row = z.object({ value: jsonColumn(schema) });
    const [found] = await this.#at.reader.rows('settings', row, 'SELECT key, value FROM settings WHERE key = ?', key);
    return found ? found.value : null;
  }

  set(key: string, value: unknown): Promise<void> {
    return this.#at.database.run('full', putSql, key, JSON.stringify(value));
  }

  remove(key: string): Promise<void> {
    return this.#at.database.run('full', 'DELETE FROM settings WHERE key = ?', key);
  }
}
