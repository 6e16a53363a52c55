// Between rows and typed values: JSON columns, upserts, and reading that skips and reports a bad row.
import { z } from 'zod';
import { jsonIn } from '../../../contract/json.ts';
import { faultOf, saying } from '../../../contract/schemas/value-fault.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Database, Row, SqlValue } from './database.ts';

/** Takes what in the store does not work. */
export type ReportProblem = (reason: Reason) => void;

/** A column that holds JSON text of `schema`. */
export function jsonColumn<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', ...saying({ kind: 'no-json-text' }) });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** An INSERT of one row that replaces the row with the same first column. */
export function upsertSql(table: string, columns: readonly string[]): string {
  const [key, ...others] = columns;
  const sets = others.map(column => `${column} = excluded.${column}`).join(', ');
  const marks = columns.map(() => '?').join(', ');
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks}) ON CONFLICT (${key}) DO UPDATE SET ${sets}`;
}

/** The same with its values, for a row whose members are its columns. */
export function upsert(table: string, row: Readonly<Record<string, SqlValue>>): [sql: string, ...values: SqlValue[]] {
  return [upsertSql(table, Object.keys(row)), ...Object.values(row)];
}

/** An INSERT of so many rows at once. */
export type Insert = (rows: number) => string;

export function insertOf(table: string, columns: readonly string[]): Insert {
  const head = `INSERT INTO ${table} (${columns.join(', ')}) VALUES`;
  const row = `(${columns.map(() => '?').join(', ')})`;
  return rows => `${head} ${Array.from({ length: rows }, () => row).join(', ')}`;
}

export class Reader {
  readonly #database: Database;
  readonly #report: ReportProblem;

  constructor(database: Database, report: ReportProblem) {
    this.#database = database;
    this.#report = report;
  }

  /** The rows that fit `schema`; each other one is reported and left where it is. `table` is for the report. */
  async rows<T>(table: string, schema: z.ZodType<T>, sql: string, ...values: SqlValue[]): Promise<T[]> {
    const found: T[] = [];
    for (const row of await this.#database.all(sql, ...values)) {
      const parsed = schema.safeParse(row);
      if (parsed.success) found.push(parsed.data);
      else this.#report(this.#describe(table, row, parsed.error));
    }
    return found;
  }

  #describe(table: string, row: Row, error: z.ZodError): Reason {
    const name = String(row.id ?? row.key);
    return { kind: 'entry-unreadable', name, table, file: this.#database.file, why: faultOf(error, heldIn(row)) };
  }
}

/** The row with what its columns of JSON hold: a place in an error leads into that. */
function heldIn(row: Row): Row {
  const held = (value: unknown) =>
    typeof value === 'string' && /^[[{]/.test(value) ? (jsonIn(value) ?? value) : value;
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, held(value)]));
}
