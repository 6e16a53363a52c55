// Origins of pages, a row for each: what the user has set about it, and how much it was used lately.
import { z } from 'zod';
import { ChangedFlagsSchema } from '../../../contract/schemas/web-agent.ts';
import { jsonColumn, upsert } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const StoredSiteSchema = z.object({
  origin: z.string(),
  blocked: z.boolean(),
  /** As the user has set them, also where all pages have the same by now. */
  flags: ChangedFlagsSchema,
  firstAt: z.number(),
  lastAt: z.number().nullable(),
  /** Uses by day, of days since 1970 in UTC. */
  days: z.array(z.object({ day: z.number(), uses: z.number() })),
});
export type StoredSite = z.infer<typeof StoredSiteSchema>;

const RowSchema = z.object({ id: z.string(), value: jsonColumn(StoredSiteSchema) });

export class SitesTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  async list(): Promise<StoredSite[]> {
    const rows = await this.#at.reader.rows('sites', RowSchema, 'SELECT * FROM sites ORDER BY id');
    return rows.map(({ value }) => value);
  }

  /** What the user decided survives a power loss when this resolves, and nothing older is written after it. Rejects where it could not be written. */
  put(site: StoredSite): Promise<void> {
    return this.#at.later.commit(putOf(site), keyOf(site.origin));
  }

  /** Written within 50 ms. */
  putLater(site: StoredSite): void {
    this.#at.later.add(putOf(site), keyOf(site.origin));
  }

  /** As `put`; what waited to be written of it does not come back. */
  remove(origin: string): Promise<void> {
    return this.#at.later.commit(removalOf(origin), keyOf(origin));
  }

  /** The same within 50 ms. */
  removeLater(origin: string): void {
    this.#at.later.add(removalOf(origin), keyOf(origin));
  }
}

function keyOf(origin: string): string {
  return `site ${origin}`;
}

function removalOf(origin: string) {
  return { sql: 'DELETE FROM sites WHERE id = ?', values: [origin] };
}

function putOf(site: StoredSite) {
  const [sql, ...values] = upsert('sites', { id: site.origin, value: JSON.stringify(site) });
  return { sql, values };
}
