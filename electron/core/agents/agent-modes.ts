// What the user lets single agents do, kept for their return: by credential and instance, over restarts of the hub too.
import { createHash } from 'node:crypto';
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

  of(clientId: string, instance: string): RunMode {
    return this.#modes.get(nameOf(clientId, instance)) ?? 'running';
  }

  /** Rejects when it cannot be kept; it holds all the same. */
  async set(clientId: string, instance: string, mode: RunMode): Promise<void> {
    const name = nameOf(clientId, instance);
    this.#modes.delete(name);
    if (mode !== 'running') this.#modes.set(name, mode);
    for (const oldest of [...this.#modes.keys()].slice(0, Math.max(0, this.#modes.size - maxKept)))
      this.#modes.delete(oldest);
    await this.#settings.set(key, [...this.#modes]);
  }
}

/** An instance's id is as good as a secret on some wires, so only its digest is kept. */
function nameOf(clientId: string, instance: string): string {
  return createHash('sha256')
    .update(JSON.stringify([clientId, instance]))
    .digest('hex')
    .slice(0, 32);
}
