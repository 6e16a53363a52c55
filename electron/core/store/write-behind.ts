// Small writes that nobody waits for, committed together at most 50 ms later.
import { reasonOf } from '../../../contract/reason.ts';
import type { Database, SqlValue, Transaction } from './database.ts';
import type { Insert, ReportProblem } from './rows.ts';

type Values = readonly SqlValue[];
/** Made when it is written: of what changes with every call only the last is, and the call does not wait for that. */
type Later = () => Values;

interface Write {
  readonly sql: string;
  readonly values: Values | Later;
}

/** Who waits for it, told null once it is on disk. */
interface Waiting extends Write {
  readonly askers: readonly ((failure: unknown) => void)[];
}

const writeBehindMs = 50;
const maxWaiting = 20_000;
/** How many rows go into one statement: few sizes, so that each is prepared once. */
const rowsAtOnce = [64, 8, 1];

export class WriteBehind {
  readonly #database: Database;
  readonly #report: ReportProblem;
  #writes = new Map<string | symbol, Waiting>();
  #rows = new Map<Insert, Later[]>();
  #timer: NodeJS.Timeout | null = null;
  #failing = false;
  /** Never rejects. */
  #flushing: Promise<void> = Promise.resolve();

  constructor(database: Database, report: ReportProblem) {
    this.#database = database;
    this.#report = report;
  }

  /** Queues a write. A later one with the same `key` takes the place of an earlier one that still waits. */
  add(write: Write, key: string | symbol = Symbol()): void {
    this.#put(write, key, this.#writes.get(key)?.askers ?? []);
    this.#schedule();
  }

  /**
   * The same for what somebody waits for, such as a decision of the user: written at once, and it survives a power loss when this resolves,
   * as does what was queued before. Rejects where it could not be written, which is tried again with the next write.
   */
  async commit(write: Write, key: string | symbol): Promise<void> {
    const failure = await new Promise<unknown>(resolve => {
      this.#put(write, key, [...(this.#writes.get(key)?.askers ?? []), resolve]);
      void this.flush();
    });
    if (failure !== null) throw failure;
  }

  /** Queues a row. Rows are written in their order, and before what `add` has queued. */
  append(insert: Insert, row: Later): void {
    const rows = this.#rows.get(insert);
    if (rows) rows.push(row);
    else this.#rows.set(insert, [row]);
    this.#schedule();
  }

  /** Takes back what waits under such keys. What is returned queues it again, but for what has a newer one by then. */
  withdraw(isMeant: (key: string) => boolean): () => void {
    const taken = [...this.#writes].filter(([key]) => typeof key === 'string' && isMeant(key));
    for (const [key] of taken) this.#writes.delete(key);
    return () => {
      for (const [key, write] of taken) if (!this.#writes.has(key)) this.add(write, key);
    };
  }

  /** Resolves when everything queued so far is committed, or reported as failed and queued again. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    // What an earlier one has taken is committed with it, and not before.
    this.#flushing = this.#flushing.then(() => this.#flushAll());
    return this.#flushing;
  }

  async #flushAll(): Promise<void> {
    const writes = this.#writes;
    const rows = this.#rows;
    if (writes.size + rows.size === 0) return;
    this.#writes = new Map();
    this.#rows = new Map();
    const askers = [...writes.values()].flatMap(write => write.askers);
    try {
      await this.#database.transaction(askers.length > 0 ? 'full' : 'normal', async transaction => {
        for (const [insert, all] of rows) await this.#insertAll(transaction, insert, this.#madeOf(insert, all));
        for (const { sql, values } of writes.values()) {
          const made = this.#made(values, sql);
          if (made) await this.#run(transaction, sql, made);
        }
      });
      this.#failing = false;
      for (const told of askers) told(null);
    } catch (error) {
      this.#keep(writes, rows, error);
      for (const told of askers) told(error);
    }
  }

  #put({ sql, values }: Write, key: string | symbol, askers: Waiting['askers']): void {
    this.#writes.set(key, { sql, values, askers });
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), writeBehindMs);
  }

  async #insertAll(transaction: Transaction, insert: Insert, rows: readonly Values[]): Promise<void> {
    for (let begin = 0; begin < rows.length; ) {
      const left = rows.length - begin;
      const end = begin + (rowsAtOnce.find(count => count <= left) ?? 1);
      await this.#insert(transaction, insert, rows.slice(begin, end));
      begin = end;
    }
  }

  async #insert(transaction: Transaction, insert: Insert, rows: readonly Values[]): Promise<void> {
    const sql = insert(rows.length);
    if (rows.length === 1) return this.#run(transaction, sql, rows.flat());
    try {
      await transaction.run(sql, ...rows.flat());
    } catch (error) {
      if (!isConstraint(error)) throw error;
      for (const row of rows) await this.#insert(transaction, insert, [row]);
    }
  }

  #madeOf(insert: Insert, rows: readonly Later[]): Values[] {
    const sql = insert(1);
    return rows.flatMap(row => {
      const made = this.#made(row, sql);
      return made ? [made] : [];
    });
  }

  /** Null for a row that cannot be made, which must not hold up the others either. */
  #made(values: Values | Later, sql: string): Values | null {
    if (typeof values !== 'function') return values;
    try {
      return values();
    } catch (error) {
      this.#report({ kind: 'row-left-out', why: reasonOf(error), sql });
      return null;
    }
  }

  /** One row that can never be written must not hold up the others for ever. */
  async #run(transaction: Transaction, sql: string, values: Values): Promise<void> {
    try {
      await transaction.run(sql, ...values);
    } catch (error) {
      if (!isConstraint(error)) throw error;
      this.#report({ kind: 'row-left-out', why: reasonOf(error), sql });
    }
  }

  /** A failed batch waits for the next write; the oldest go first when too many wait. */
  #keep(writes: Map<string | symbol, Waiting>, rows: Map<Insert, Later[]>, error: unknown): void {
    const again = [...writes].map(([key, write]) => [key, { ...write, askers: [] }] as const);
    this.#writes = new Map([...again, ...this.#writes].slice(-maxWaiting));
    for (const [insert, newer] of this.#rows) rows.set(insert, [...(rows.get(insert) ?? []), ...newer]);
    this.#rows = new Map([...rows].map(([insert, all]) => [insert, all.slice(-maxWaiting)]));
    if (this.#failing) return;
    this.#failing = true;
    this.#report(reasonOf(error));
  }
}

function isConstraint(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');
}
