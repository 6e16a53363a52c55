// One SQLite connection: serialized access, transactions that await, and errors as sentences.
import Libsql from 'libsql/promise';
import { hubError } from '../../../words/hub-error.ts';
import { describeDatabaseError } from './database-errors.ts';

export type SqlValue = string | number | null;
export type Row = Record<string, unknown>;

/** `full` survives a power loss as soon as the write resolves; `normal` may lose the newest commits then, never the file. */
type Durability = 'full' | 'normal';

export interface Transaction {
  run(sql: string, ...values: SqlValue[]): Promise<void>;
  all(sql: string, ...values: SqlValue[]): Promise<Row[]>;
}

interface Statement {
  run(values: readonly SqlValue[]): void;
  all(values: readonly SqlValue[]): Promise<Row[]>;
}

interface Connection {
  exec(sql: string): Promise<void>;
  prepare(sql: string): Promise<Statement>;
  close(): void;
}

const busyTimeoutMs = 250;

export class Database {
  readonly file: string;
  readonly #connection: Connection;
  readonly #statements = new Map<string, Promise<Statement>>();
  #durability: Durability | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** Opens or creates `file`. Throws HubError when the file cannot be opened. */
  constructor(file: string) {
    this.file = file;
    try {
      this.#connection = new Libsql(file, { timeout: busyTimeoutMs });
    } catch (error) {
      throw describeDatabaseError(file, error);
    }
  }

  /** Runs SQL outside of a transaction: pragmas. */
  exec(sql: string): Promise<void> {
    return this.#next(() => this.#connection.exec(sql));
  }

  all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#next(() => this.#all(sql, values));
  }

  /**
   * Runs `body` in one transaction and resolves once it is committed; a throw rolls back and is passed on.
   * libsql runs statements on the calling thread and only `exec` elsewhere, so BEGIN IMMEDIATE (waits for locks) and COMMIT
   * (waits for the disk) are what must not be left to a bare statement.
   */
  transaction<T>(durability: Durability, body: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#next(async () => {
      if (this.#durability !== durability) await this.#connection.exec(`PRAGMA synchronous = ${durability}`);
      this.#durability = durability;
      await this.#connection.exec('BEGIN IMMEDIATE');
      try {
        const result = await body({
          run: async (sql, ...values) => (await this.#prepare(sql)).run(values),
          all: (sql, ...values) => this.#all(sql, values),
        });
        await this.#connection.exec('COMMIT');
        return result;
      } catch (error) {
        // SQLite itself rolls back on a full disk or an I/O error, and then refuses a second ROLLBACK.
        await this.#connection.exec('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  run(durability: Durability, sql: string, ...values: SqlValue[]): Promise<void> {
    return this.transaction(durability, transaction => transaction.run(sql, ...values));
  }

  /** Waits for what was asked before, moves the log into the file and closes it. May be called twice. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#tail;
    // Without a checkpoint the data stays in the -wal file, which is as safe.
    await this.#connection.exec('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
    this.#statements.clear();
    this.#connection.close();
  }

  /** One at a time: a read between BEGIN and COMMIT would see what may be rolled back, and block this thread on the connection. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) {
      return Promise.reject(hubError('ERR_INTERNAL', { kind: 'database-closed', file: this.file }));
    }
    const result = this.#tail.then(work).catch((error: unknown) => {
      throw describeDatabaseError(this.file, error);
    });
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async #all(sql: string, values: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#prepare(sql)).all(values);
  }

  #prepare(sql: string): Promise<Statement> {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    statement.catch(() => this.#statements.delete(sql));
    return statement;
  }
}
