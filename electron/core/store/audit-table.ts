// The audit: what was asked, where, and what decided. Rows are only ever added; the oldest go beyond 100,000.
import { z } from 'zod';
import { AuditEntrySchema } from '../../../contract/schemas/audit.ts';
import { ReasonSchema } from '../../../contract/schemas/reason.ts';
import { insertOf, jsonColumn } from './rows.ts';
import type { AuditEntry, AuditFilter } from '../../../contract/schemas/audit.ts';
import type { Database, SqlValue } from './database.ts';
import type { TableAccess } from './table-access.ts';

export const auditRetention = 100_000;
/** Between two trims; a trim on each write would cost more than the write. */
const trimEvery = 1_000;

/** A longer value is left out: half of one says nothing. */
const maxWhyChars = 8_000;

const RowSchema = AuditEntrySchema.extend({ why: jsonColumn(ReasonSchema).nullable().catch(null) });

const insert = insertOf('audit', [
  'id',
  'at',
  'clientId',
  'agentId',
  'what',
  'scope',
  '"where"',
  'rule',
  'outcome',
  'changedBy',
  'decision',
  'why',
]);

/** What became of an allowed call stands in a later row: rows are never changed. */
const ended = '(SELECT later.outcome FROM audit AS later WHERE later.decision = audit.id LIMIT 1) AS ended';

export class AuditTable {
  readonly #at: TableAccess;
  #retention: number;
  #lastId: number;
  #sinceTrim = 0;

  /** `lastId` is the highest that was ever given. */
  constructor(at: TableAccess, retention: number, lastId: number) {
    this.#at = at;
    this.#retention = retention;
    this.#lastId = lastId;
  }

  /** Queues a row; it is committed within 50 ms. Returns its id. */
  append(row: Omit<AuditEntry, 'id' | 'ended'>): number {
    const { at, clientId, agentId, what, scope, where, rule, outcome, changedBy = null, decision = null } = row;
    const why = row.why ? JSON.stringify(row.why) : null;
    this.#lastId += 1;
    const id = this.#lastId;
    const kept = why !== null && why.length > maxWhyChars ? null : why;
    const told = [what, scope, where, rule, outcome, changedBy, decision, kept];
    this.#at.later.append(insert, [id, at, clientId, agentId, ...told]);
    this.#sinceTrim += 1;
    if (this.#sinceTrim >= trimEvery) this.#trim();
    return id;
  }

  /** The newest `count` rows that fit and are older than `before` (an id), newest first. Includes what still waits to be written. */
  async newest(count: number, before = Number.MAX_SAFE_INTEGER, filter: AuditFilter = {}): Promise<AuditEntry[]> {
    await this.#at.later.flush();
    const { where, values } = conditions(filter);
    const sql = `SELECT *, ${ended} FROM audit WHERE id < ? ${where} ORDER BY id DESC LIMIT ?`;
    return this.#at.reader.rows('audit', RowSchema, sql, before, ...values, count);
  }

  /** How many rows fit. */
  async count(filter: AuditFilter): Promise<number> {
    await this.#at.later.flush();
    const { where, values } = conditions(filter);
    const row = z.object({ count: z.number() });
    const sql = `SELECT count(*) AS count FROM audit WHERE true ${where}`;
    const [found] = await this.#at.reader.rows('audit', row, sql, ...values);
    return found?.count ?? 0;
  }

  /** Keeps so many rows from now on. */
  retain(rows: number): void {
    this.#retention = rows;
    this.#trim();
  }

  #trim(): void {
    this.#sinceTrim = 0;
    const sql = 'DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - ?';
    this.#at.later.add({ sql, values: [this.#retention] }, Symbol('trim'));
  }
}

/** The highest id that a row of the audit ever had. */
export async function lastAuditId(database: Database): Promise<number> {
  const [row] = await database.all("SELECT seq FROM sqlite_sequence WHERE name = 'audit'");
  return typeof row?.seq === 'number' ? row.seq : 0;
}

const tests: { readonly [K in keyof AuditFilter]-?: string } = {
  text: `(what LIKE ? ESCAPE '\\' OR "where" LIKE ? ESCAPE '\\' OR rule LIKE ? ESCAPE '\\' OR changedBy LIKE ? ESCAPE '\\')`,
  clientId: 'clientId = ?',
  agentId: 'agentId = ?',
  scope: 'scope = ?',
  rule: 'rule = ?',
  outcome: 'outcome = ?',
  where: `"where" LIKE ? ESCAPE '\\'`,
  since: 'at >= ?',
  until: 'at < ?',
};

function conditions(filter: AuditFilter): { where: string; values: SqlValue[] } {
  const values: SqlValue[] = [];
  let where = '';
  for (const [name, value] of Object.entries(filter) as [keyof AuditFilter, string | number | undefined][]) {
    if (value === undefined || value === '') continue;
    where += ` AND ${tests[name]}`;
    const part = `%${String(value).replace(/[\\%_]/g, '\\$&')}%`;
    if (name === 'text') values.push(part, part, part, part);
    else values.push(name === 'where' ? part : value);
  }
  return { where, values };
}
