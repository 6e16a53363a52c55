// What all agents may do right now: running, read-only, paused or stopped. Survives a restart.
import { z } from 'zod';
import { runModes } from '../../../contract/entities.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { SettingsTable } from '../store/settings-table.ts';

const key = 'runMode';
const lockKey = 'pauseOnLock';
const StoredModeSchema = z.object({ mode: z.enum(runModes), since: z.number() });

export class RunModeSwitch {
  readonly #state: StatePublisher;
  readonly #settings: SettingsTable;
  readonly #now: () => number;
  readonly #listeners = new Set<(mode: RunMode) => void>();

  constructor(state: StatePublisher, settings: SettingsTable, now: () => number) {
    this.#state = state;
    this.#settings = settings;
    this.#now = now;
  }

  get mode(): RunMode {
    return this.#state.hub.mode;
  }

  /** Whether everything is paused when the screen locks. */
  async setPauseOnLock(on: boolean): Promise<void> {
    this.#state.setHub({ pauseOnLock: on });
    await this.#settings.set(lockKey, on);
  }

  /** The screen has locked. A stricter mode stays. */
  async screenLocked(): Promise<void> {
    if (this.#state.hub.pauseOnLock && (this.mode === 'running' || this.mode === 'read-only')) await this.set('paused');
  }

  async load(): Promise<void> {
    this.#state.setHub({ pauseOnLock: (await this.#settings.get(lockKey, z.boolean())) ?? false });
    const stored = await this.#settings.get(key, StoredModeSchema);
    if (stored) this.#state.setHub({ mode: stored.mode, modeSince: stored.since });
  }

  /** Calls `listener` with each new mode. */
  onChanged(listener: (mode: RunMode) => void): void {
    this.#listeners.add(listener);
  }

  async set(mode: RunMode): Promise<void> {
    if (mode === this.mode) return;
    const since = this.#now();
    this.#state.setHub({ mode, modeSince: since });
    for (const listener of this.#listeners) listener(mode);
    await this.#settings.set(key, { mode, since });
  }
}
