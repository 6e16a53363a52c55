// What of the fleet outlives a run of the hub: its settings, its credential among the secrets, its id, and the hubs that were seen.
import { z } from 'zod';
import { fleetSecret } from '../../../../contract/fleet.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { FleetSettingsSchema, fleetHubIdKey, fleetHubsKey, fleetKey, KeptHubsSchema } from './fleet-settings.ts';
import type { FleetHub } from '../../../../contract/schemas/fleet.ts';
import type { SecretStore } from '../../secrets/secret-store.ts';
import type { SettingsTable } from '../../store/settings-table.ts';
import type { HeldCredential } from './fleet-credentials.ts';
import type { FleetSettings } from './fleet-settings.ts';

export interface KeptFleetOptions {
  readonly settings: Pick<SettingsTable, 'get' | 'set' | 'remove'>;
  readonly secrets: Pick<SecretStore, 'get' | 'set' | 'remove'>;
  randomBytes(size: number): Buffer;
  /** What waited for the fleet that was left waits no longer. */
  forgotten?(): Promise<void>;
}

const hubIdBytes = 16;
/** Of more hubs than this only who they are is kept. */
const maxWhole = 500;
const writeAfterMs = 5_000;

export class KeptFleet {
  readonly #options: KeptFleetOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: KeptFleetOptions) {
    this.#options = options;
  }

  load(): Promise<FleetSettings | null> {
    return this.#options.settings.get(fleetKey, FleetSettingsSchema);
  }

  async save(settings: FleetSettings, { secret }: HeldCredential): Promise<void> {
    const { secrets } = this.#options;
    if (secret === null) await secrets.remove(fleetSecret);
    else if (secret !== secrets.get(fleetSecret)) await secrets.set(fleetSecret, secret);
    await this.#options.settings.set(fleetKey, settings);
  }

  async change(settings: FleetSettings): Promise<void> {
    await this.#options.settings.set(fleetKey, settings);
  }

  /** Rejects with HubError where somebody took the secret away. */
  credential({ credential, user }: FleetSettings): HeldCredential {
    if (credential === 'none') return { kind: 'none', user: null, secret: null };
    const secret = this.#options.secrets.get(fleetSecret);
    if (secret === undefined)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-credential-lost', secret: fleetSecret });
    return { kind: credential, user, secret };
  }

  async forget(): Promise<void> {
    const { settings, secrets } = this.#options;
    clearTimeout(this.#timer);
    await settings.remove(fleetKey);
    await settings.remove(fleetHubsKey);
    await secrets.remove(fleetSecret);
    await this.#options.forgotten?.();
  }

  /** Made once, and kept over leaving: a hub that comes back finds its name its own. */
  async hubId(): Promise<string> {
    const { settings, randomBytes } = this.#options;
    const kept = await settings.get(fleetHubIdKey, z.string());
    if (kept !== null) return kept;
    const made = randomBytes(hubIdBytes).toString('hex');
    await settings.set(fleetHubIdKey, made);
    return made;
  }

  async hubs(): Promise<FleetHub[]> {
    return (await this.#options.settings.get(fleetHubsKey, KeptHubsSchema)) ?? [];
  }

  /** Soon, with all that changes until then. */
  keepHubs(rows: () => readonly FleetHub[]): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#writeHubs(rows()).catch(() => {});
    }, writeAfterMs);
  }

  async flushHubs(rows: readonly FleetHub[]): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writeHubs(rows);
  }

  #writeHubs(rows: readonly FleetHub[]): Promise<void> {
    const others = rows.filter(({ isSelf }) => !isSelf);
    const kept = others.length <= maxWhole ? others : others.map(hub => ({ ...hub, agents: null, servers: null }));
    return this.#options.settings.set(fleetHubsKey, kept);
  }
}
