// Secrets as servers use them: taken out of new configs, put in at a start, masked everywhere.
import { moveSecrets } from './move-secrets.ts';
import { refuseVisibleReferences, resolveSecrets } from './references.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';
import type { Resolved } from './references.ts';
import type { SecretStore } from './secret-store.ts';

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
   * when a reference stands where others can read it.
   */
  async keep(serverName: string, config: ServerConfig): Promise<ServerConfig> {
    refuseVisibleReferences(serverName, config);
    const moved = moveSecrets(serverName, config, name => this.#store.get(name));
    await this.#store.setAll(moved.values);
    return moved.config;
  }

  resolve(config: ServerConfig): Resolved {
    return resolveSecrets(config, name => this.#store.get(name));
  }
}
