// Who provides models, a row for each, and what was used of them, a row for each asker, model and day.
import { z } from 'zod';
import { modelAskerKinds } from '../../../contract/models.ts';
import { ProviderRecordSchema } from '../../../contract/schemas/model-records.ts';
import { jsonColumn, upsert, upsertSql } from './rows.ts';
import type { ProviderRecord } from '../../../contract/schemas/model-records.ts';
import type { TableAccess } from './table-access.ts';

const ProviderRow = z.object({ value: jsonColumn(ProviderRecordSchema) });

const UsageRow = z.object({
  id: z.string(),
  day: z.string(),
  askerKind: z.enum(modelAskerKinds),
  askerId: z.string(),
  label: z.string(),
  providerId: z.string(),
  model: z.string(),
  input: z.number(),
  output: z.number(),
  calls: z.number(),
  cost: z.number().nullable(),
  lastAt: z.number(),
});
export type StoredUsage = z.infer<typeof UsageRow>;

const putUsage = upsertSql('modelUsage', Object.keys(UsageRow.shape));

export class ModelTables {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  async providers(): Promise<ProviderRecord[]> {
    const rows = await this.#at.reader.rows('modelProviders', ProviderRow, 'SELECT id, value FROM modelProviders');
    return rows.map(({ value }) => value).sort((a, b) => a.addedAt - b.addedAt);
  }

  putProvider(record: ProviderRecord): Promise<void> {
    return this.#at.database.run('full', ...upsert('modelProviders', { id: record.id, value: JSON.stringify(record) }));
  }

  removeProvider(id: string): Promise<void> {
    return this.#at.database.run('full', 'DELETE FROM modelProviders WHERE id = ?', id);
  }

  /** From this day on, the newest first. What waits to be written is in it. */
  async usage(fromDay: string): Promise<StoredUsage[]> {
    await this.#at.later.flush();
    const sql = 'SELECT * FROM modelUsage WHERE day >= ? ORDER BY day DESC, lastAt DESC';
    return this.#at.reader.rows('modelUsage', UsageRow, sql, fromDay);
  }

  /** Written within 50 ms; `row` is asked for then. */
  putUsage(id: string, row: () => StoredUsage): void {
    const values = () => {
      const { day, askerKind, askerId, label, providerId, model, input, output, calls, cost, lastAt } = row();
      return [id, day, askerKind, askerId, label, providerId, model, input, output, calls, cost, lastAt];
    };
    this.#at.later.add({ sql: putUsage, values }, `modelUsage ${id}`);
  }
}
