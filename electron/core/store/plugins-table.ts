// Plugins that have registered, a row for each: what they said, where they live, and what the user decided.
import { z } from 'zod';
import { PluginDefinitionsSchema } from '../../../contract/schemas/plugin-wire.ts';
import { PluginClaimsSchema } from '../../../contract/schemas/plugins.ts';
import { jsonColumn, upsert } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const ListingSchema = z.object({ claims: PluginClaimsSchema, tools: PluginDefinitionsSchema });

const HomeSchema = z.object({
  browserId: z.string(),
  name: z.string(),
  /** What it is in that browser, where that is another version; null where it never could register. Rows of before have none. */
  listing: z
    .union([z.literal('offered'), ListingSchema])
    .nullable()
    .default('offered'),
});

const StoredPluginSchema = z.object({
  id: z.string(),
  /** What is offered of it. */
  claims: PluginClaimsSchema,
  tools: PluginDefinitionsSchema,
  homes: z.array(HomeSchema),
  enabled: z.boolean(),
  offered: z.boolean(),
  /** When the user enabled or disabled it last. */
  switchedAt: z.number().nullable(),
  registeredAt: z.number(),
  registrations: z.number(),
  lastSeenAt: z.number(),
});
export type StoredPlugin = z.infer<typeof StoredPluginSchema>;

const RowSchema = z.object({ id: z.string(), value: jsonColumn(StoredPluginSchema) });

export class PluginsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  async list(): Promise<StoredPlugin[]> {
    const rows = await this.#at.reader.rows('plugins', RowSchema, 'SELECT * FROM plugins ORDER BY id');
    return rows.map(({ value }) => value);
  }

  /** What the user decided survives a power loss when this resolves, and nothing older is written after it. Rejects where it could not be written. */
  put(plugin: StoredPlugin): Promise<void> {
    return this.#at.later.commit(putOf(plugin), keyOf(plugin.id));
  }

  /** Written within 50 ms. */
  putLater(plugin: StoredPlugin): void {
    this.#at.later.add(putOf(plugin), keyOf(plugin.id));
  }

  /** As `put`; what waited to be written of it does not come back. */
  remove(id: string): Promise<void> {
    return this.#at.later.commit({ sql: 'DELETE FROM plugins WHERE id = ?', values: [id] }, keyOf(id));
  }
}

function keyOf(id: string): string {
  return `plugin ${id}`;
}

function putOf(plugin: StoredPlugin) {
  const [sql, ...values] = upsert('plugins', { id: plugin.id, value: JSON.stringify(plugin) });
  return { sql, values };
}
