// What all agents may do right now: running, read-only, paused or stopped, as the user set it and as the fleet holds it. Survives a restart.
import { z } from 'zod';
import { runModes } from '../../../contract/entities.ts';
import { hubError } from '../../../words/hub-error.ts';
import { fleetFault } from '../permissions/policy/fleet-document.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { FleetAuthority } from '../../../contract/fleet-policy-reasons.ts';
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
  #own: RunMode;
  #held: FleetAuthority | null = null;

  constructor(state: StatePublisher, settings: SettingsTable, now: () => number) {
    this.#state = state;
    this.#settings = settings;
    this.#now = now;
    this.#own = state.hub.mode;
  }

  /** The stricter of the user's and of what the fleet holds. */
  get mode(): RunMode {
    return this.#state.hub.mode;
  }

  /** As the user has set it. */
  get own(): RunMode {
    return this.#own;
  }

  /** Whether everything is paused when the screen locks. */
  async setPauseOnLock(on: boolean): Promise<void> {
    this.#state.setHub({ pauseOnLock: on });
    await this.#settings.set(lockKey, on);
  }

  /** The screen has locked. A stricter mode stays. */
  async screenLocked(): Promise<void> {
    if (this.#state.hub.pauseOnLock && isBefore(this.#own, 'paused')) await this.#setOwn('paused');
  }

  async load(): Promise<void> {
    this.#state.setHub({ pauseOnLock: (await this.#settings.get(lockKey, z.boolean())) ?? false });
    const stored = await this.#settings.get(key, StoredModeSchema);
    if (!stored) return;
    this.#own = stored.mode;
    this.#state.setHub({ mode: stored.mode, modeSince: stored.since });
  }

  /** Calls `listener` with each new mode. */
  onChanged(listener: (mode: RunMode) => void): void {
    this.#listeners.add(listener);
  }

  /** Rejects with ERR_PERMISSION_DENIED for what would let agents go on that the fleet holds. */
  async set(mode: RunMode): Promise<void> {
    if (this.#held && isBefore(mode, 'paused')) {
      const { version, signer } = this.#held;
      throw hubError('ERR_PERMISSION_DENIED', fleetFault('pause-holds', { version, signer }));
    }
    await this.#setOwn(mode);
  }

  /** The fleet pauses all agents, or does so no longer; what the user has set holds again then. */
  hold(by: FleetAuthority | null): void {
    if (by?.version === this.#held?.version && by?.signer === this.#held?.signer) return;
    this.#held = by && { version: by.version, signer: by.signer };
    this.#state.setHub({ modeHeld: this.#held && { by: 'fleet', ...this.#held } });
    this.#apply(this.#now());
  }

  async #setOwn(mode: RunMode): Promise<void> {
    if (mode === this.#own) return;
    const since = this.#now();
    this.#own = mode;
    this.#apply(since);
    await this.#settings.set(key, { mode, since });
  }

  #apply(since: number): void {
    const mode = this.#held && isBefore(this.#own, 'paused') ? 'paused' : this.#own;
    if (mode === this.mode) return;
    this.#state.setHub({ mode, modeSince: since });
    for (const listener of this.#listeners) listener(mode);
  }
}

function isBefore(mode: RunMode, stricter: RunMode): boolean {
  return runModes.indexOf(mode) < runModes.indexOf(stricter);
}
