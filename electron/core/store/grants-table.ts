// Grants that outlive the hub. Until the screen locks holds for one run alone: nobody saw the screen in between.
import { z } from 'zod';
import { HubError } from '../../../contract/errors.ts';
import { GrantSchema, ResourceSchema } from '../../../contract/schemas/permissions.ts';
import { jsonColumn, upsert } from './rows.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { SqlValue } from './database.ts';
import type { TableAccess } from './table-access.ts';

/** A grant with the run of the browser that its tab is of; absent where it speaks of no tab. */
export type StoredGrant = Grant & { readonly tabRun?: string };

const RowSchema = GrantSchema.omit({ subject: true, reading: true, via: true })
  .extend({
    /** Of whatever kind its subject is; the column is older than the other kinds. */
    clientId: z.string(),
    subjectKind: GrantSchema.shape.subject.shape.kind,
    reading: z.number(),
    tools: jsonColumn(z.array(z.string())).nullable(),
    resource: jsonColumn(ResourceSchema),
    tab: jsonColumn(GrantSchema.shape.tab.unwrap()).nullable(),
    tabRun: z.string().nullable(),
    via: z.string().nullable(),
  })
  .transform(({ clientId, subjectKind, reading, tabRun, via, ...row }): StoredGrant => {
    const subject = { kind: subjectKind, id: clientId };
    const more = { ...(tabRun !== null && { tabRun }), ...(via !== null && { via }) };
    return { ...row, subject, reading: reading === 1, ...more };
  });

const removeSql = 'DELETE FROM grants WHERE id = ?';
const countSql =
  "INSERT INTO counters (name, value) VALUES ('grants', ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)";

export class GrantsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  /** Oldest first. */
  list(): Promise<StoredGrant[]> {
    return this.#at.reader.rows('grants', RowSchema, 'SELECT * FROM grants ORDER BY createdAt, id');
  }

  /** The highest id that was ever given, 0 when none was. */
  async lastId(): Promise<number> {
    const row = z.object({ value: z.number() });
    const [found] = await this.#at.reader.rows('counters', row, "SELECT value FROM counters WHERE name = 'grants'");
    return found?.value ?? 0;
  }

  /** Once this resolves the grants and the count survive a kill and a power loss, all or none. Rejects a grant until the screen locks. */
  async add(grants: readonly StoredGrant[], lastId: number): Promise<void> {
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
    return this.#at.database.run('full', removeSql, id);
  }

  /** The same within 50 ms, for what would be known to have ended after a kill too. */
  ended(id: string): void {
    this.#at.later.add({ sql: removeSql, values: [id] }, `grant ${id}`);
  }
}

function rowOf({ tabRun, ...grant }: StoredGrant): Record<string, SqlValue> {
  if (grant.lifetime === 'lock')
    throw new HubError('ERR_INTERNAL', `Grant ${grant.id} holds until the screen locks and must stay in memory.`);
  const { id, subject, effect, scope, createdAt, expiresAt, uses, lastUsedAt, lifetime, agentId } = grant;
  const tools = grant.tools && JSON.stringify(grant.tools);
  const tab = grant.tab && JSON.stringify(grant.tab);
  const resource = JSON.stringify(grant.resource);
  const reading = grant.reading ? 1 : 0;
  const whose = { id, subjectKind: subject.kind, clientId: subject.id, agentId };
  const until = { lifetime, tab, tabRun: tabRun ?? null, createdAt, expiresAt };
  return { ...whose, effect, scope, tools, reading, resource, ...until, uses, lastUsedAt, via: grant.via ?? null };
}
