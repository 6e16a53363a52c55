// What the user says of shared servers: shares one, takes it back, uses one of another hub, and uses it no more.
import { fleetAddress } from '../../../../contract/fleet.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { FleetAddress } from '../../../../contract/fleet.ts';
import type { FleetState } from '../../../../contract/schemas/fleet.ts';
import type { FleetShareSettings } from '../../../../contract/schemas/fleet-shared-requests.ts';
import type { ServerSupervisor } from '../../servers/lifecycle/server-supervisor.ts';
import type { ShareRegistry } from './share-registry.ts';

export interface FleetSharesOptions {
  readonly servers: Pick<ServerSupervisor, 'list' | 'get' | 'configs' | 'changes'>;
  readonly shares: ShareRegistry;
  /** Null in no fleet. */
  fleet(): Pick<FleetState, 'name'> | null;
  /** One is used that was not. */
  onUsed(): void;
}

export class FleetShares {
  readonly #options: FleetSharesOptions;

  constructor(options: FleetSharesOptions) {
    this.#options = options;
  }

  async share(own: FleetShareSettings): Promise<void> {
    this.#expectJoined();
    const { serverId, share, hubs, roles } = own;
    const server = this.#options.servers.get(serverId);
    if (!server) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-server', server: serverId });
    // Whom its owner shares it with is the owner's to say; and two that share with each other would call in a circle.
    if (server.kind === 'fleet')
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-share-loop', server: server.name });
    if (hubs.length + roles.length === 0)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-share-nobody', share });
    await this.#options.shares.share(own);
  }

  async unshare(share: string): Promise<void> {
    if (!(await this.#options.shares.unshare(share)))
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-share-none', share });
  }

  /** Resolves with the id of the server, which waits for approval as every other. */
  async use(address: FleetAddress): Promise<string> {
    const { name: self } = this.#expectJoined();
    const { hub, share } = address;
    if (hub === self) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-share-own', share });
    const known = this.usedAs(address);
    if (known !== null) return known;
    const config = { kind: 'fleet' as const, url: fleetAddress(address), headers: {} };
    const name = hub === null ? share : `${hub}/${share}`;
    const { changes } = this.#options.servers;
    const [id = ''] = await changes.addAll([{ name, config }]);
    const options = this.#options.servers.get(id)?.options;
    // A run is no process here, and one for each agent tells its owner what that agent declares: then it can be asked for samples, forms and roots.
    if (options) await changes.setOptions(id, { ...options, instances: 'per-agent' });
    this.#options.onUsed();
    return id;
  }

  async unuse(address: FleetAddress): Promise<void> {
    const id = this.usedAs(address);
    if (id === null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-use-none', ...address });
    await this.#options.servers.changes.remove(id);
  }

  /** Null where it is not used. */
  usedAs(address: FleetAddress): string | null {
    const url = fleetAddress(address);
    const { servers } = this.#options;
    const found = servers.list().find(({ id }) => {
      const { config } = servers.configs.of(id);
      return config.kind === 'fleet' && config.url === url;
    });
    return found?.id ?? null;
  }

  #expectJoined(): Pick<FleetState, 'name'> {
    const fleet = this.#options.fleet();
    if (fleet) return fleet;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-none' });
  }
}
