// The audit: what was asked, where, and what decided. Rows are only ever added; the oldest go beyond 100,000.
import { z } from 'zod';
import { AuditEntrySchema } from '../../../contract/schemas/audit.ts';
import { ReasonSchema } from '../../../contract/schemas/reason.ts';
import { factLines, namedQuery, searchCondition } from './audit-search.ts';
import { insertOf, jsonColumn } from './rows.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { AuditEntry, AuditFilter } from '../../../contract/schemas/audit.ts';
import type { Database, SqlValue } from './database.ts';
import type { TableAccess } from './table-access.ts';

export const auditRetention = 100_000;
/** Between two trims; a trim on each write would cost more than the write. */
const trimEvery = 1_000;

/** A longer value is left out: half of one says nothing. */
const maxWhyChars = 8_000;

const reasonColumn = jsonColumn(ReasonSchema).nullable().catch(null);
const RowSchema = AuditEntrySchema.extend({ place: reasonColumn, why: reasonColumn });

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
  'place',
  'facts',
]);

/** What became of an allowed call stands in a later row: rows are never changed. */
const ended = '(SELECT later.outcome FROM audit AS later WHERE later.decision = audit.id LIMIT 1) AS ended';

export type AppendListener = (id: number, row: Omit<AuditEntry, 'id' | 'ended'>) => void;

export class AuditTable {
  readonly #at: TableAccess;
  #retention: number;
  #lastId: number;
  #sinceTrim = 0;
  readonly #listeners = new Set<AppendListener>();

  /** `lastId` is the highest that was ever given. */
  constructor(at: TableAccess, retention: number, lastId: number) {
    this.#at = at;
    this.#retention = retention;
    this.#lastId = lastId;
  }

  /** Queues a row; it is committed within 50 ms. Returns its id. */
  append(row: Omit<AuditEntry, 'id' | 'ended'>): number {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#at.later.append(insert, () => columnsOf(id, row));
    this.#sinceTrim += 1;
    for (const listener of this.#listeners) listener(id, row);
    if (this.#sinceTrim >= trimEvery) this.#trim();
    return id;
  }

  /** How many rows are kept, but for those that a fleet waits for. */
  get retention(): number {
    return this.#retention;
  }

  /** The highest id that was ever given; its row may still wait to be written. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Tells of each row that is queued, from now on. Returns the function that ends it. */
  watch(listener: AppendListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What is written and follows `after`, the oldest first. */
  following(after: number, count: number): Promise<AuditEntry[]> {
    const sql = 'SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT ?';
    return this.#at.reader.rows('audit', RowSchema, sql, after, count);
  }

  /** The newest `count` rows that fit and are older than `before` (an id), newest first. Includes what still waits to be written. */
  async newest(count: number, before = Number.MAX_SAFE_INTEGER, filter: AuditFilter = {}): Promise<AuditEntry[]> {
    await this.#at.later.flush();
    const fits = await this.#condition(filter);
    const sql = `SELECT *, ${ended} FROM audit WHERE id < ? ${fits.sql} ORDER BY id DESC LIMIT ?`;
    return this.#at.reader.rows('audit', RowSchema, sql, before, ...fits.values, count);
  }

  /** How many rows fit. */
  async count(filter: AuditFilter): Promise<number> {
    await this.#at.later.flush();
    const fits = await this.#condition(filter);
    const row = z.object({ count: z.number() });
    const sql = `SELECT count(*) AS count FROM audit WHERE true ${fits.sql}`;
    const [found] = await this.#at.reader.rows('audit', row, sql, ...fits.values);
    return found?.count ?? 0;
  }

  /** Keeps so many rows from now on. */
  retain(rows: number): void {
    this.#retention = rows;
    this.#trim();
  }

  async #condition(filter: AuditFilter): Promise<ReturnType<typeof searchCondition>> {
    if (!filter.text) return searchCondition(filter, []);
    const { sql, values } = namedQuery(filter.text);
    const named = await this.#at.reader.rows('clients', z.object({ id: z.string() }), sql, ...values);
    return searchCondition(
      filter,
      named.map(({ id }) => id),
    );
  }

  /** What a fleet still waits for stays, and the newest that it has: by that one it is told whether both tell the same history. */
  #trim(): void {
    this.#sinceTrim = 0;
    const held = "coalesce((SELECT sequence FROM fleetOutbox WHERE kind = 'audit'), max(id) + 1)";
    const sql = `DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - ?
      AND id < (SELECT ${held} FROM audit)`;
    this.#at.later.add({ sql, values: [this.#retention] }, Symbol('trim'));
  }
}

/** The highest id that a row of the audit ever had. */
export async function lastAuditId(database: Database): Promise<number> {
  const [row] = await database.all("SELECT seq FROM sqlite_sequence WHERE name = 'audit'");
  return typeof row?.seq === 'number' ? row.seq : 0;
}

function columnsOf(id: number, row: Omit<AuditEntry, 'id' | 'ended'>): SqlValue[] {
  const { at, clientId, agentId, what, scope, where, rule, outcome, changedBy = null, decision = null } = row;
  const why = keptReason(row.why);
  const place = row.place ?? null;
  const texts = place || why?.kind === 'rule-change' ? [] : [where, changedBy];
  const kept = [why, place].map(reason => reason && JSON.stringify(reason));
  const told = [what, scope, where, rule, outcome, changedBy, decision, ...kept];
  return [id, at, clientId, agentId, ...told, factLines([why, place, ...texts])];
}

function keptReason(reason: Reason | null | undefined): Reason | null {
  return reason && JSON.stringify(reason).length <= maxWhyChars ? reason : null;
}
