// Plugins that have registered, a row for each: what they said, where they live, and what the user decided.
import { z } from 'zod';
import { PluginDefinitionsSchema } from '../../../contract/schemas/plugin-wire.ts';
import { PluginClaimsSchema } from '../../../contract/schemas/plugins.ts';
import { jsonColumn, upsert } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const HomeSchema = z.object({ browserId: z.string(), name: z.string(), toolsHash: z.string().nullable() });

const StoredPluginSchema = z.object({
  id: z.string(),
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

  /** What the user decided is on disk when this resolves, and behind what waited to be written of the same plugin. */
  async put(plugin: StoredPlugin): Promise<void> {
    this.putLater(plugin);
    await this.#at.later.flush();
  }

  /** Written within 50 ms. */
  putLater(plugin: StoredPlugin): void {
    const [sql, ...values] = putOf(plugin);
    this.#at.later.add({ sql, values }, `plugin ${plugin.id}`);
  }

  async remove(id: string): Promise<void> {
    // What waits would come back otherwise.
    await this.#at.later.flush();
    await this.#at.database.run('full', 'DELETE FROM plugins WHERE id = ?', id);
  }
}

function putOf(plugin: StoredPlugin) {
  return upsert('plugins', { id: plugin.id, value: JSON.stringify(plugin) });
}
