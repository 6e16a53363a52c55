// What all agents may do right now: running, read-only or paused. Survives a restart.
import { z } from 'zod';
import { runModes } from '../contract/entities.ts';
import type { RunMode } from '../contract/entities.ts';
import type { StatePublisher } from './state/publisher.ts';
import type { SettingsTable } from './store/settings-table.ts';

const key = 'runMode';
const StoredModeSchema = z.object({ mode: z.enum(runModes), since: z.number() });

export class RunModeSwitch {
  readonly #state: StatePublisher;
  readonly #settings: SettingsTable;
  readonly #now: () => number;

  constructor(state: StatePublisher, settings: SettingsTable, now: () => number) {
    this.#state = state;
    this.#settings = settings;
    this.#now = now;
  }

  get mode(): RunMode {
    return this.#state.hub.mode;
  }

  async load(): Promise<void> {
    const stored = await this.#settings.get(key, StoredModeSchema);
    if (stored) this.#state.setHub({ mode: stored.mode, modeSince: stored.since });
  }

  async set(mode: RunMode): Promise<void> {
    if (mode === this.mode) return;
    const since = this.#now();
    this.#state.setHub({ mode, modeSince: since });
    await this.#settings.set(key, { mode, since });
  }
}
