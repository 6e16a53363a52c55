// Browsers that the user decided about, with what they last said of themselves.
import { z } from 'zod';
import { upsertSql } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const StoredBrowserSchema = z.object({
  id: z.string(),
  name: z.string(),
  colour: z.number().int(),
  family: z.enum(['chromium', 'firefox']),
  profileId: z.string(),
  extensionId: z.string(),
  /** Hash of the key that was given to it with the approval; null while it has none. */
  pairHash: z.string().nullable(),
  decision: z.enum(['approved', 'denied']),
  version: z.string(),
  os: z.string(),
  extensionVersion: z.string(),
});
export type StoredBrowser = z.infer<typeof StoredBrowserSchema>;

const columns = StoredBrowserSchema.keyof().options;
const putSql = upsertSql('browsers', columns);

export class BrowsersTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  list(): Promise<StoredBrowser[]> {
    return this.#at.reader.rows('browsers', StoredBrowserSchema, 'SELECT * FROM browsers ORDER BY name, id');
  }

  put(browser: StoredBrowser): Promise<void> {
    return this.#at.database.run('full', putSql, ...columns.map(column => browser[column]));
  }

  remove(id: string): Promise<void> {
    return this.#at.database.run('full', 'DELETE FROM browsers WHERE id = ?', id);
  }
}
