// The tools that each server listed in its last run, so that they can be offered while it starts.
import { z } from 'zod';
import { jsonColumn, upsertSql } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const ToolSchema = z.looseObject({ name: z.string(), inputSchema: z.record(z.string(), z.unknown()) });
const RowSchema = z.object({ serverId: z.string(), hash: z.string(), tools: jsonColumn(z.array(ToolSchema)) });
export type StoredTool = z.infer<typeof ToolSchema>;

const putSql = upsertSql('lastTools', ['serverId', 'hash', 'tools']);
/** A longer list is not worth reading at each start: its server is waited for. */
const maxChars = 4 * 1024 * 1024;

export class LastToolsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  /** By server id. */
  async list(): Promise<Map<string, { hash: string; tools: StoredTool[] }>> {
    const rows = await this.#at.reader.rows('lastTools', RowSchema, 'SELECT serverId AS id, * FROM lastTools');
    return new Map(rows.map(({ serverId, hash, tools }) => [serverId, { hash, tools }]));
  }

  /** `hash` is that of the config with which it ran. Written within 50 ms. */
  put(serverId: string, hash: string, tools: readonly unknown[]): void {
    const text = JSON.stringify(tools);
    if (text.length > maxChars) return this.remove(serverId);
    this.#at.later.add({ sql: putSql, values: [serverId, hash, text] }, `lastTools ${serverId}`);
  }

  remove(serverId: string): void {
    this.#at.later.add(
      { sql: 'DELETE FROM lastTools WHERE serverId = ?', values: [serverId] },
      `lastTools ${serverId}`,
    );
  }
}
