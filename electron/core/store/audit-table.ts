// The audit: what was asked, where, and what decided. Rows are only ever added; the oldest go beyond 100,000.
import { z } from 'zod';
import { insertOf } from './rows.ts';
import type { Reader } from './rows.ts';
import type { WriteBehind } from './write-behind.ts';

const AuditRowSchema = z.object({
  /** Rises with every row, over restarts too. */
  id: z.number(),
  at: z.number(),
  clientId: z.string().nullable(),
  agentId: z.string().nullable(),
  what: z.string(),
  where: z.string(),
  rule: z.string().nullable(),
  outcome: z.string(),
});
export type AuditRow = z.infer<typeof AuditRowSchema>;

export const auditRetention = 100_000;
/** Between two trims; a trim on each write would cost more than the write. */
const trimEvery = 1_000;

const insert = insertOf('audit', ['at', 'clientId', 'agentId', 'what', '"where"', 'rule', 'outcome']);

export class AuditTable {
  readonly #reader: Reader;
  readonly #later: WriteBehind;
  readonly #retention: number;
  #sinceTrim = 0;

  constructor(reader: Reader, later: WriteBehind, retention: number) {
    this.#reader = reader;
    this.#later = later;
    this.#retention = retention;
  }

  /** Queues a row; it is committed within 50 ms. */
  append(row: Omit<AuditRow, 'id'>): void {
    const { at, clientId, agentId, what, where, rule, outcome } = row;
    this.#later.append(insert, [at, clientId, agentId, what, where, rule, outcome]);
    this.#sinceTrim += 1;
    if (this.#sinceTrim >= trimEvery) this.trim();
  }

  /** The newest `count` rows older than `before` (an id), newest first. Includes what still waits to be written. */
  async newest(count: number, before = Number.MAX_SAFE_INTEGER): Promise<AuditRow[]> {
    await this.#later.flush();
    const sql = 'SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?';
    return this.#reader.rows('audit', AuditRowSchema, sql, before, count);
  }

  trim(): void {
    this.#sinceTrim = 0;
    const sql = 'DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - ?';
    this.#later.add({ sql, values: [this.#retention] }, Symbol('trim'));
  }
}
