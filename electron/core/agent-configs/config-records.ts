// What was written where: one record for each file in which our entry is, kept with the settings until it is taken out again.
import { z } from 'zod';
import { connectHows } from '../../../contract/agent-configs.ts';
import type { SettingsTable } from '../store/settings-table.ts';

const LossSchema = z.object({
  since: z.number(),
  lost: z.array(z.string()),
  /** The version before it, where one was kept. */
  version: z.number().nullable().default(null),
});
export type Loss = z.infer<typeof LossSchema>;

const ConfigRecordSchema = z.object({
  id: z.string(),
  agent: z.string(),
  project: z.string().nullable(),
  path: z.string(),
  how: z.enum(connectHows),
  clientId: z.string(),
  byVariable: z.boolean(),
  writtenAt: z.number(),
  /** sha256 of the file as we left it: while it holds, taking out means putting the bytes of `undo` back. */
  hash: z.string(),
  undo: z.number().nullable(),
  /** How many tables were made for the entry. */
  tablesMade: z.number(),
  /** Since when the entry is gone, and what went with it; null while it is there. */
  gone: LossSchema.nullable(),
  /** Since when all other servers are gone beside it; null while there are some, or that was wanted. */
  emptied: LossSchema.nullable().default(null),
});
export type ConfigRecord = z.infer<typeof ConfigRecordSchema>;

const key = 'agentConfigs';
const writesKey = 'agentConfigWrites';

export class ConfigRecords {
  readonly #settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly #records = new Map<string, ConfigRecord>();
  #folders: readonly string[] = [];

  constructor(settings: Pick<SettingsTable, 'get' | 'set'>) {
    this.#settings = settings;
  }

  async load(): Promise<void> {
    const kept = await this.#settings.get(key, z.array(ConfigRecordSchema));
    for (const record of kept ?? []) this.#records.set(record.id, record);
    this.#folders = (await this.#settings.get(writesKey, z.array(z.string()))) ?? [];
  }

  /** Folders in which a write has begun and not ended: a crash may have left something there. */
  get unfinished(): readonly string[] {
    return this.#folders;
  }

  /** To be called before anything is written into a folder of somebody else. */
  async writing(folder: string): Promise<void> {
    await this.#keepFolders([...this.#folders.filter(other => other !== folder), folder]);
  }

  /** Nothing is left there. */
  async written(folder: string): Promise<void> {
    await this.#keepFolders(this.#folders.filter(other => other !== folder));
  }

  get(id: string): ConfigRecord | null {
    return this.#records.get(id) ?? null;
  }

  all(): ConfigRecord[] {
    return [...this.#records.values()];
  }

  async put(record: ConfigRecord): Promise<void> {
    this.#records.set(record.id, record);
    await this.#save();
  }

  async remove(id: string): Promise<void> {
    if (this.#records.delete(id)) await this.#save();
  }

  async #keepFolders(folders: readonly string[]): Promise<void> {
    this.#folders = folders;
    await this.#settings.set(writesKey, folders);
  }

  #save(): Promise<void> {
    return this.#settings.set(key, this.all());
  }
}
