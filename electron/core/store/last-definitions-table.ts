// What servers that start on first use said and listed in their last run, so that it can be offered while they sleep.
import { z } from 'zod';
import { jsonColumn, upsertSql } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const anything = z.record(z.string(), z.unknown());
const HandshakeSchema = z.object({
  protocolVersion: z.string(),
  serverInfo: z.looseObject({ name: z.string(), version: z.string() }),
  instructions: z.string().nullable(),
  capabilities: anything,
  result: anything,
});
const DefinitionsSchema = z.object({
  handshake: HandshakeSchema,
  prompts: z.array(anything),
  resources: z.array(anything),
  resourceTemplates: z.array(anything),
  startMs: z.number().nullable(),
});
export type StoredDefinitions = z.infer<typeof DefinitionsSchema>;

const RowSchema = z.object({ serverId: z.string(), hash: z.string(), definitions: jsonColumn(DefinitionsSchema) });
const putSql = upsertSql('lastDefinitions', ['serverId', 'hash', 'definitions']);
/** What is longer is not worth reading at each start: its server starts once to say it again. */
const maxChars = 4 * 1024 * 1024;

export class LastDefinitionsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  /** By server id. */
  async list(): Promise<Map<string, { hash: string; kept: StoredDefinitions }>> {
    const sql = 'SELECT serverId AS id, * FROM lastDefinitions';
    const rows = await this.#at.reader.rows('lastDefinitions', RowSchema, sql);
    return new Map(rows.map(({ serverId, hash, definitions }) => [serverId, { hash, kept: definitions }]));
  }

  /** `hash` is that of the config with which it ran. Written within 50 ms. */
  put(serverId: string, hash: string, definitions: unknown): void {
    const text = JSON.stringify(definitions);
    if (text.length > maxChars) return this.remove(serverId);
    this.#at.later.add({ sql: putSql, values: [serverId, hash, text] }, `lastDefinitions ${serverId}`);
  }

  remove(serverId: string): void {
    const sql = 'DELETE FROM lastDefinitions WHERE serverId = ?';
    this.#at.later.add({ sql, values: [serverId] }, `lastDefinitions ${serverId}`);
  }
}
