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
  /** What its hubs may do here ends: others may have their names in the next fleet. Where that fails the fleet is kept, to be left again. */
  ends?(): Promise<void>;
  /** What waited for the fleet that was left waits no longer, and its policy does not hold. */
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

  /** Null where the hub is in no fleet. Rejects with HubError where what is kept cannot be read. */
  async load(): Promise<FleetSettings | null> {
    const kept = await this.#options.settings.get(fleetKey, FleetSettingsSchema);
    if (kept === null && (await this.isThere())) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-unreadable' });
    return kept;
  }

  /** Whether anything is kept, readable or not. */
  async isThere(): Promise<boolean> {
    return (await this.#options.settings.get(fleetKey, z.unknown())) !== null;
  }

  /** Rejects where it cannot be kept; what was kept before is then kept still. */
  async save(fleet: FleetSettings, { secret }: HeldCredential, hubId: string): Promise<void> {
    const { secrets, settings } = this.#options;
    const before = secrets.get(fleetSecret);
    await this.#keepSecret(secret);
    try {
      if (hubId !== (await this.hubId())) await settings.set(fleetHubIdKey, hubId);
      await settings.set(fleetKey, fleet);
    } catch (error) {
      await this.#keepSecret(before ?? null).catch(() => {});
      throw error;
    }
  }

  async #keepSecret(secret: string | null): Promise<void> {
    const { secrets } = this.#options;
    const before = secrets.get(fleetSecret) ?? null;
    if (secret === null && before !== null) await secrets.remove(fleetSecret);
    else if (secret !== null && secret !== before) await secrets.set(fleetSecret, secret);
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

  /** With who it is where that is another's too. */
  async forget(withId: boolean): Promise<void> {
    const { settings } = this.#options;
    clearTimeout(this.#timer);
    await this.#options.ends?.();
    await settings.remove(fleetKey);
    await settings.remove(fleetHubsKey);
    if (withId) await settings.remove(fleetHubIdKey);
    await this.#keepSecret(null);
    await this.#options.forgotten?.();
  }

  /** Made once, and kept over leaving: a hub that comes back finds its name its own. */
  async hubId(): Promise<string> {
    const { settings } = this.#options;
    const kept = await settings.get(fleetHubIdKey, z.string());
    if (kept !== null) return kept;
    const made = this.makeHubId();
    await settings.set(fleetHubIdKey, made);
    return made;
  }

  makeHubId(): string {
    return this.#options.randomBytes(hubIdBytes).toString('hex');
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
