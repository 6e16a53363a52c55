// Grants that outlive the hub: those with the lifetime `always`. All others end with this run at the latest, but for their ids.
import { z } from 'zod';
import { HubError } from '../../../contract/errors.ts';
import { GrantSchema, ResourceSchema } from '../../../contract/schemas/permissions.ts';
import { jsonColumn, upsert } from './rows.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { SqlValue } from './database.ts';
import type { TableAccess } from './table-access.ts';

const RowSchema = GrantSchema.omit({ agentId: true, tab: true, lifetime: true, subject: true, reading: true })
  .extend({
    /** Of whatever kind its subject is; the column is older than the other kinds. */
    clientId: z.string(),
    subjectKind: GrantSchema.shape.subject.shape.kind,
    reading: z.number(),
    tools: jsonColumn(z.array(z.string())).nullable(),
    resource: jsonColumn(ResourceSchema),
  })
  .transform(({ clientId, subjectKind, reading, ...row }): Grant => {
    const subject = { kind: subjectKind, id: clientId };
    return { ...row, subject, reading: reading === 1, lifetime: 'always', agentId: null, tab: null };
  });

const countSql =
  "INSERT INTO counters (name, value) VALUES ('grants', ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)";

export class GrantsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  /** Oldest first. */
  list(): Promise<Grant[]> {
    return this.#at.reader.rows('grants', RowSchema, 'SELECT * FROM grants ORDER BY createdAt, id');
  }

  /** The highest id that was ever given, 0 when none was. */
  async lastId(): Promise<number> {
    const row = z.object({ value: z.number() });
    const [found] = await this.#at.reader.rows('counters', row, "SELECT value FROM counters WHERE name = 'grants'");
    return found?.value ?? 0;
  }

  /** Once this resolves the grants and the count survive a kill and a power loss, all or none. Rejects a grant that is not `always`. */
  async add(grants: readonly Grant[], lastId: number): Promise<void> {
    const rows = grants.map(rowOf);
    await this.#at.database.transaction('full', async transaction => {
      for (const row of rows) await transaction.run(...upsert('grants', row));
      await transaction.run(countSql, lastId);
    });
  }

  /** Notes how often and when it was last used; written within 50 ms. */
  used(id: string, uses: number, at: number): void {
    const sql = 'UPDATE grants SET uses = ?, lastUsedAt = ? WHERE id = ?';
    this.#at.later.add({ sql, values: [uses, at, id] }, `grant ${id}`);
  }

  remove(id: string): Promise<void> {
    return this.#at.database.run('full', 'DELETE FROM grants WHERE id = ?', id);
  }
}

function rowOf(grant: Grant): Record<string, SqlValue> {
  if (grant.lifetime !== 'always') {
    throw new HubError(
      'ERR_INTERNAL',
      `Grant ${grant.id} has the lifetime "${grant.lifetime}" and must stay in memory; only "always" is stored.`,
    );
  }
  const { id, subject, effect, scope, createdAt, expiresAt, uses, lastUsedAt } = grant;
  const tools = grant.tools && JSON.stringify(grant.tools);
  const resource = JSON.stringify(grant.resource);
  const reading = grant.reading ? 1 : 0;
  const whose = { id, subjectKind: subject.kind, clientId: subject.id };
  return { ...whose, effect, scope, tools, reading, resource, createdAt, expiresAt, uses, lastUsedAt };
}
