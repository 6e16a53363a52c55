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

/** What was withdrawn, and what becomes of it. */
export interface Withdrawn {
  /** Queues it again, but for what has a newer one by then. */
  putBack(): void;
  /** It is never written. Whoever waited for it waits no longer. */
  leave(): void;
}

const writeBehindMs = 50;
/** After a failure, where nothing else is written before. */
const againMs = 5_000;
const maxWaiting = 20_000;
/** How many rows go into one statement: few sizes, so that each is prepared once. */
const rowsAtOnce = [64, 8, 1];

export class WriteBehind {
  readonly #database: Database;
  readonly #report: ReportProblem;
  #writes = new Map<string | symbol, Waiting>();
  /** What a flush has taken and not written yet. */
  #underWay = new Map<string | symbol, Waiting>();
  #rows = new Map<Insert, Later[]>();
  #timer: NodeJS.Timeout | null = null;
  #again: NodeJS.Timeout | null = null;
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
   * as does what was queued before. Rejects where it could not be written, which is tried again with the next write, or by itself after a while.
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

  /** Takes back what waits under such keys: called within a transaction, so that a flush whose turn is after it has written nothing yet. */
  withdraw(isMeant: (key: string) => boolean): Withdrawn {
    const taken = new Map<string, Waiting>();
    for (const queue of [this.#underWay, this.#writes])
      for (const [key, write] of queue) {
        if (typeof key !== 'string' || !isMeant(key)) continue;
        queue.delete(key);
        taken.set(key, { ...write, askers: [...(taken.get(key)?.askers ?? []), ...write.askers] });
      }
    return {
      putBack: () => {
        for (const [key, write] of taken) this.#putBack(key, write);
        if (taken.size > 0) this.#schedule();
      },
      leave: () => {
        for (const { askers } of taken.values()) for (const told of askers) told(null);
      },
    };
  }

  /** Resolves when everything queued so far is committed, or reported as failed and queued again. */
  flush(): Promise<void> {
    for (const timer of [this.#timer, this.#again]) if (timer) clearTimeout(timer);
    this.#timer = null;
    this.#again = null;
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
    this.#underWay = writes;
    const isAwaited = [...writes.values()].some(({ askers }) => askers.length > 0);
    try {
      await this.#database.transaction(isAwaited ? 'full' : 'normal', async transaction => {
        for (const [insert, all] of rows) await this.#insertAll(transaction, insert, this.#madeOf(insert, all));
        for (const { sql, values } of writes.values()) {
          const made = this.#made(values, sql);
          if (made) await this.#run(transaction, sql, made);
        }
      });
      this.#failing = false;
      this.#tell(writes, null);
    } catch (error) {
      this.#keep(writes, rows, error);
      this.#tell(writes, error);
    }
  }

  /** Whoever waits for those that are left of what a flush took: what was withdrawn meanwhile is none of it. */
  #tell(writes: ReadonlyMap<unknown, Waiting>, failure: unknown): void {
    if (this.#underWay === writes) this.#underWay = new Map();
    for (const { askers } of writes.values()) for (const told of askers) told(failure);
  }

  #putBack(key: string, write: Waiting): void {
    const queue = [this.#writes, this.#underWay].find(one => one.has(key)) ?? this.#writes;
    const newer = queue.get(key);
    queue.set(key, { ...(newer ?? write), askers: [...write.askers, ...(newer?.askers ?? [])] });
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

  /** A failed batch waits for the next write, or a while; the oldest go first when too many wait. */
  #keep(writes: Map<string | symbol, Waiting>, rows: Map<Insert, Later[]>, error: unknown): void {
    const again = [...writes].map(([key, write]) => [key, { ...write, askers: [] }] as const);
    this.#writes = new Map([...again, ...this.#writes].slice(-maxWaiting));
    for (const [insert, newer] of this.#rows) rows.set(insert, [...(rows.get(insert) ?? []), ...newer]);
    this.#rows = new Map([...rows].map(([insert, all]) => [insert, all.slice(-maxWaiting)]));
    const reason = reasonOf(error);
    if (reason.kind !== 'database-closed') this.#again ??= setTimeout(() => void this.flush(), againMs).unref();
    if (this.#failing) return;
    this.#failing = true;
    this.#report(reason);
  }
}

function isConstraint(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');
}
