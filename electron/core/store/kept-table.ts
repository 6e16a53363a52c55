// What outlives the hub by chance: one JSON value under each id, written within 50 ms, and let be once the hub stops on purpose.
import { z } from 'zod';
import { jsonColumn, upsertSql } from './rows.ts';
import type { TableAccess } from './table-access.ts';

type Name = 'keptAgents' | 'keptTabs' | 'keptRuns' | 'keptTasks';

/** Whether the tables are still written: what ends because the hub does has not ended for whoever comes back. */
export interface KeptSwitch {
  isOn: boolean;
}

export class KeptTable<T> {
  readonly #at: TableAccess;
  readonly #name: Name;
  readonly #upsert: string;
  readonly #delete: string;
  readonly #row: z.ZodType<{ value: T }>;
  readonly #switch: KeptSwitch;

  constructor(at: TableAccess, name: Name, schema: z.ZodType<T>, whether: KeptSwitch) {
    this.#at = at;
    this.#name = name;
    this.#upsert = upsertSql(name, ['id', 'value']);
    this.#delete = `DELETE FROM ${name} WHERE id = ?`;
    this.#row = z.object({ value: jsonColumn(schema) });
    this.#switch = whether;
  }

  /** In no order. */
  async list(): Promise<T[]> {
    const rows = await this.#at.reader.rows(this.#name, this.#row, `SELECT id, value FROM ${this.#name}`);
    return rows.map(({ value }) => value);
  }

  /** `value` is asked for when it is written. */
  put(id: string, value: () => T): void {
    this.#write(id, this.#upsert, () => [id, JSON.stringify(value())]);
  }

  remove(id: string): void {
    this.#write(id, this.#delete, () => [id]);
  }

  #write(id: string, sql: string, values: () => readonly string[]): void {
    if (this.#switch.isOn) this.#at.later.add({ sql, values }, `${this.#name} ${id}`);
  }
}
