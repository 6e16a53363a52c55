// MCP servers as the user configured them, what was approved, and whether they should run.
import { z } from 'zod';
import { ServerShapeSchema } from '../../../contract/schemas/server-config.ts';
import { ServerConfigSchema, ServerIdSchema, ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { jsonColumn, upsert } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const StoredServerSchema = z.object({
  id: ServerIdSchema,
  name: z.string(),
  config: ServerConfigSchema,
  options: ServerOptionsSchema,
  /** `Server.hash` at the time of the approval; null was never approved. */
  approvedHash: z.string().nullable(),
  /** What it was then, without values. */
  approved: ServerShapeSchema.nullable().optional(),
  wanted: z.enum(['running', 'stopped']),
  /** Place in the list, smallest first. */
  position: z.number(),
});
export type StoredServer = z.infer<typeof StoredServerSchema>;

const RowSchema = StoredServerSchema.extend({
  config: jsonColumn(ServerConfigSchema),
  options: jsonColumn(ServerOptionsSchema),
  approved: jsonColumn(ServerShapeSchema).nullable(),
});
export class ServersTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  list(): Promise<StoredServer[]> {
    return this.#at.reader.rows('servers', RowSchema, 'SELECT * FROM servers ORDER BY position, id');
  }

  /** Also of those that cannot be read. */
  async ids(): Promise<string[]> {
    return (await this.#at.database.all('SELECT id FROM servers')).map(({ id }) => String(id));
  }

  put(server: StoredServer): Promise<void> {
    const [config, options] = [JSON.stringify(server.config), JSON.stringify(server.options)];
    const approved = server.approved ? JSON.stringify(server.approved) : null;
    const { id, name, approvedHash, wanted, position } = server;
    const row = { id, name, config, options, approvedHash, approved, wanted, position };
    return this.#at.database.run('full', ...upsert('servers', row));
  }

  remove(id: string): Promise<void> {
    return this.#at.database.run('full', 'DELETE FROM servers WHERE id = ?', id);
  }
}
