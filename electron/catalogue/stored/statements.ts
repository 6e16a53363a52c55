// Statements of the database, prepared once each, and transactions.
import type { Database } from './open-database.ts';

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;
type Prepared = ReturnType<Database['prepare']> & {
  run(...values: readonly Value[]): unknown;
  all(...values: readonly Value[]): unknown[];
};

/** Statements that are made for a search differ by its filters, so there are not endlessly many; beyond these all are prepared anew. */
const maxPrepared = 200;

export class Statements {
  readonly #database: Database;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: Database) {
    this.#database = database;
  }

  run(sql: string, ...values: readonly Value[]): void {
    this.#prepare(sql).run(...values);
  }

  all(sql: string, ...values: readonly Value[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  first(sql: string, ...values: readonly Value[]): Row | null {
    return this.all(sql, ...values)[0] ?? null;
  }

  /** All of it or nothing. */
  whole<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite itself rolls back on a full disk, and then refuses a second time.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** What is written stands in one file then. */
  close(): void {
    this.#prepared.clear();
    try {
      this.#database.exec('PRAGMA journal_mode = DELETE');
    } finally {
      this.#database.close();
    }
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= maxPrepared) this.#prepared.clear();
    const prepared = this.#database.prepare(sql) as Prepared;
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
