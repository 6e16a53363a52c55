// Secrets as servers use them: taken out of new configs, put in at a start, masked everywhere.
import { isFleetSecret } from '../../../contract/fleet.ts';
import { hubError } from '../../../words/hub-error.ts';
import { moveSecrets } from './move-secrets.ts';
import { refuseVisibleReferences, resolveSecrets, secretNamesIn } from './references.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';
import type { MovingOptions } from './move-secrets.ts';
import type { Resolved } from './references.ts';
import type { SecretStore } from './secret-store.ts';

interface Keeping extends MovingOptions {
  /** Whether the config of a server refers to the secret of this name. */
  readonly isReferenced: (name: string) => boolean;
}

export class ServerSecrets {
  readonly #store: SecretStore;

  constructor(store: SecretStore) {
    this.#store = store;
  }

  /** Everything that may be shown nowhere. */
  values(): readonly string[] {
    return this.#store.values();
  }

  /**
   * The config as it may be stored: secret values are in the store by then. Rejects with HubError when they cannot be kept, or
   * when a reference stands where nothing fills it in.
   */
  async keep(serverName: string, config: ServerConfig, { isReferenced, ...options }: Keeping): Promise<ServerConfig> {
    refuseVisibleReferences(serverName, config);
    const reserved = secretNamesIn(config).find(isFleetSecret);
    if (reserved !== undefined) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'secret-of-fleet', name: reserved });
    // A name that a server refers to is taken before it has a value: else whoever adds another server would give it one.
    const valueOf = (name: string) =>
      this.#store.get(name) ?? (isReferenced(name) || isFleetSecret(name) ? '' : undefined);
    const moved = moveSecrets(serverName, config, valueOf, options);
    await this.#store.setAll(moved.values);
    return moved.config;
  }

  /** Undefined for a name that has no value. */
  valueOf(name: string): string | undefined {
    return this.#store.get(name);
  }

  /** All of them or none. Rejects with HubError when they cannot be kept. */
  async set(values: ReadonlyMap<string, string>): Promise<void> {
    await this.#store.setAll(values);
  }

  resolve(config: ServerConfig): Resolved {
    return resolveSecrets(config, name => this.#store.get(name));
  }
}
