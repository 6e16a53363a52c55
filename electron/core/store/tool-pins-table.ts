// The definitions of tools as the user approved them, and for which approval of their server.
import { z } from 'zod';
import { jsonColumn, upsert, upsertSql } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const ToolPinSchema = z.object({
  /** Tool id. */
  id: z.string(),
  serverId: z.string(),
  name: z.string(),
  /** Of the approved definition; null while none was. */
  hash: z.string().nullable(),
  definition: z.record(z.string(), z.unknown()).nullable(),
  /** Hash of the definition that was refused last. */
  refused: z.string().nullable(),
  at: z.number(),
});
export type ToolPin = z.infer<typeof ToolPinSchema>;

const RowSchema = ToolPinSchema.extend({ definition: jsonColumn(ToolPinSchema.shape.definition) });
const ApprovalSchema = z.object({ serverId: z.string(), approval: z.string() });
const approvedSql = upsertSql('pinnedServers', ['serverId', 'approval']);

export class ToolPinsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  list(): Promise<ToolPin[]> {
    return this.#at.reader.rows('toolPins', RowSchema, 'SELECT * FROM toolPins');
  }

  async approvals(): Promise<Map<string, string>> {
    const rows = await this.#at.reader.rows('pinnedServers', ApprovalSchema, 'SELECT * FROM pinnedServers');
    return new Map(rows.map(({ serverId, approval }) => [serverId, approval]));
  }

  put(pin: ToolPin): Promise<void> {
    return this.#at.database.run('full', ...putOf(pin));
  }

  /** All of them or none. */
  async putAll(pins: readonly ToolPin[]): Promise<void> {
    await this.#at.database.transaction('full', async transaction => {
      for (const pin of pins) await transaction.run(...putOf(pin));
    });
  }

  /** Written within 50 ms. */
  putLater(pin: ToolPin): void {
    const [sql, ...values] = putOf(pin);
    this.#at.later.add({ sql, values }, `tool pin ${pin.id}`);
  }

  /** Forgets what was pinned for another approval of this server. Written within 50 ms. */
  approvedLater(serverId: string, approval: string): void {
    this.#at.later.add({ sql: 'DELETE FROM toolPins WHERE serverId = ?', values: [serverId] });
    this.#at.later.add({ sql: approvedSql, values: [serverId, approval] });
  }

  async removeServer(serverId: string): Promise<void> {
    // What waits would come back otherwise.
    await this.#at.later.flush();
    await this.#at.database.transaction('full', async transaction => {
      await transaction.run('DELETE FROM toolPins WHERE serverId = ?', serverId);
      await transaction.run('DELETE FROM pinnedServers WHERE serverId = ?', serverId);
    });
  }
}

function putOf({ id, serverId, name, hash, definition, refused, at }: ToolPin) {
  return upsert('toolPins', { id, serverId, name, hash, definition: JSON.stringify(definition), refused, at });
}
