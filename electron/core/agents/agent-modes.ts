// What the user lets single agents do, kept for their return: by credential and instance, over restarts of the hub too.
import { z } from 'zod';
import { runModes } from '../../../contract/entities.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { SettingsTable } from '../store/settings-table.ts';

const key = 'agentModes';
const StoredSchema = z.array(z.tuple([z.string(), z.enum(runModes)]));
/** Beyond this many the oldest are forgotten. */
const maxKept = 500;

export class AgentModes {
  readonly #settings: Pick<SettingsTable, 'get' | 'set'>;
  #modes = new Map<string, RunMode>();

  constructor(settings: Pick<SettingsTable, 'get' | 'set'>) {
    this.#settings = settings;
  }

  async load(): Promise<void> {
    this.#modes = new Map(await this.#settings.get(key, StoredSchema));
  }

  /** `agent`: the digest of its credential and instance. */
  of(agent: string): RunMode {
    return this.#modes.get(agent) ?? 'running';
  }

  /** Rejects when it cannot be kept; it holds all the same. */
  async set(agent: string, mode: RunMode): Promise<void> {
    this.#modes.delete(agent);
    if (mode !== 'running') this.#modes.set(agent, mode);
    for (const oldest of [...this.#modes.keys()].slice(0, Math.max(0, this.#modes.size - maxKept)))
      this.#modes.delete(oldest);
    await this.#settings.set(key, [...this.#modes]);
  }
}
