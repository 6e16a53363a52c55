// How long things are kept on disk, as the user set it. The only one who tells the tables.
import { RetentionSchema } from '../../../contract/schemas/retention.ts';
import type { Kept, Retention, RetentionChange } from '../../../contract/schemas/retention.ts';
import type { AuditTable } from './audit-table.ts';
import type { SettingsTable } from './settings-table.ts';

const settingsKey = 'retention';

export class RetentionKeeper {
  readonly #settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly #audit: Pick<AuditTable, 'retain' | 'count'>;
  #retention = RetentionSchema.parse({});

  constructor(settings: Pick<SettingsTable, 'get' | 'set'>, audit: Pick<AuditTable, 'retain' | 'count'>) {
    this.#settings = settings;
    this.#audit = audit;
  }

  get retention(): Retention {
    return this.#retention;
  }

  async load(): Promise<void> {
    this.#retention = (await this.#settings.get(settingsKey, RetentionSchema)) ?? this.#retention;
    this.#audit.retain(this.#retention.auditRows);
  }

  /** What is too much by the new number goes at once, and cannot be brought back. */
  async change(change: RetentionChange): Promise<Retention> {
    const next = RetentionSchema.parse({ ...this.#retention, ...change });
    await this.#settings.set(settingsKey, next);
    this.#retention = next;
    this.#audit.retain(next.auditRows);
    return next;
  }

  async kept(): Promise<Kept> {
    return { auditRows: await this.#audit.count({}) };
  }
}
