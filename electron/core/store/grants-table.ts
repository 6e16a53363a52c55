// Grants that outlive the hub: those with the lifetime `always`. All others end with this run at the latest.
import { z } from 'zod';
import { HubError } from '../../contract/errors.ts';
import { GrantSchema, ResourceSchema } from '../../contract/permissions.ts';
import { jsonColumn, upsertSql } from './rows.ts';
import type { Grant } from '../../contract/permissions.ts';
import type { Database } from './database.ts';
import type { Reader } from './rows.ts';
import type { WriteBehind } from './write-behind.ts';

const RowSchema = GrantSchema.omit({ agentId: true, tab: true, lifetime: true })
  .extend({ tools: jsonColumn(z.array(z.string())).nullable(), resource: jsonColumn(ResourceSchema) })
  .transform((row): Grant => ({ ...row, lifetime: 'always', agentId: null, tab: null }));

const putSql = upsertSql('grants', [
  'id',
  'clientId',
  'effect',
  'scope',
  'tools',
  'resource',
  'createdAt',
  'expiresAt',
  'uses',
  'lastUsedAt',
]);

export class GrantsTable {
  readonly #database: Database;
  readonly #reader: Reader;
  readonly #later: WriteBehind;

  constructor(database: Database, reader: Reader, later: WriteBehind) {
    this.#database = database;
    this.#reader = reader;
    this.#later = later;
  }

  /** Oldest first. */
  list(): Promise<Grant[]> {
    return this.#reader.rows('grants', RowSchema, 'SELECT * FROM grants ORDER BY createdAt, id');
  }

  /** Once this resolves the grant survives a kill and a power loss. Rejects a grant that is not `always`. */
  async put(grant: Grant): Promise<void> {
    if (grant.lifetime !== 'always') {
      throw new HubError(
        'ERR_INTERNAL',
        `Grant ${grant.id} has the lifetime "${grant.lifetime}" and must stay in memory; only "always" is stored.`,
      );
    }
    const { id, clientId, effect, scope, createdAt, expiresAt, uses, lastUsedAt } = grant;
    const tools = grant.tools && JSON.stringify(grant.tools);
    const resource = JSON.stringify(grant.resource);
    await this.#database.run(
      'full',
      putSql,
      ...[id, clientId, effect, scope, tools, resource, createdAt, expiresAt, uses, lastUsedAt],
    );
  }

  /** Notes how often and when it was last used; written within 50 ms. */
  used(id: string, uses: number, at: number): void {
    const sql = 'UPDATE grants SET uses = ?, lastUsedAt = ? WHERE id = ?';
    this.#later.add({ sql, values: [uses, at, id] }, `grant ${id}`);
  }

  remove(id: string): Promise<void> {
    return this.#database.run('full', 'DELETE FROM grants WHERE id = ?', id);
  }
}
