// Small writes that nobody waits for, committed together at most 50 ms later.
import type { Database, SqlValue } from './database.ts';
import type { ReportProblem } from './rows.ts';

interface Write {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

const writeBehindMs = 50;
const maxWaiting = 20_000;

export class WriteBehind {
  readonly #database: Database;
  readonly #report: ReportProblem;
  #waiting = new Map<string | symbol, Write>();
  #timer: NodeJS.Timeout | null = null;
  #failing = false;

  constructor(database: Database, report: ReportProblem) {
    this.#database = database;
    this.#report = report;
  }

  /** Queues a write. A later one with the same `key` takes the place of an earlier one that still waits. */
  add(write: Write, key: string | symbol = Symbol()): void {
    this.#waiting.set(key, write);
    this.#timer ??= setTimeout(() => void this.flush(), writeBehindMs);
  }

  /** Resolves when everything queued so far is committed, or reported as failed and queued again. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const batch = this.#waiting;
    if (batch.size === 0) return;
    this.#waiting = new Map();
    try {
      await this.#database.transaction('normal', async transaction => {
        for (const { sql, values } of batch.values()) {
          // One row that can never be written must not hold up the others for ever.
          await transaction.run(sql, ...values).catch((error: unknown) => {
            if (!isConstraint(error)) throw error;
            this.#report(`${describe(error)} (${sql}): this row is left out; report this as a mistake in Pilothouse.`);
          });
        }
      });
      this.#failing = false;
    } catch (error) {
      this.#keep(batch, error);
    }
  }

  /** A failed batch waits for the next write; the oldest go first when too many wait. */
  #keep(batch: Map<string | symbol, Write>, error: unknown): void {
    this.#waiting = new Map([...batch, ...this.#waiting].slice(-maxWaiting));
    if (this.#failing) return;
    this.#failing = true;
    this.#report(describe(error));
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isConstraint(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');
}
