// Servers of other hubs, joined with the rest of the hub: both sides as parts of the fleet, and what the user may say of them.
import { fleetAddress } from '../../../contract/fleet.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { AskingMember } from '../fleet/shared/asking-member.ts';
import { ShareRegistry } from '../fleet/shared/share-registry.ts';
import { SharingMember } from '../fleet/shared/sharing-member.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { FleetMember } from '../fleet/link/fleet-wire.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export interface FleetSharedParts {
  readonly members: readonly FleetMember[];
  readonly shares: ShareRegistry;
  /** Adds a server of another hub, which then waits for approval as every other. Resolves with its id. */
  use(address: { readonly hub: string | null; readonly share: string }): Promise<string>;
  /** Takes away what was added so; false where nothing was. */
  unuse(address: { readonly hub: string | null; readonly share: string }): Promise<boolean>;
}

export interface FleetSharedOptions {
  readonly boot: Boot;
  readonly base: BaseParts;
  readonly registries: Registries;
  readonly agentServices: AgentServices;
  /** Roles of a hub by the signed policy of the fleet; none when absent. */
  readonly rolesOf?: (hub: string) => readonly string[];
}

export async function createFleetShared(options: FleetSharedOptions): Promise<FleetSharedParts> {
  const { boot, base, registries, agentServices, rolesOf = () => [] } = options;
  const { platform, events } = boot;
  const { servers, sharedServers, catalogue } = registries;
  const shares = await ShareRegistry.read(base.store.settings);
  events.on('serverRemoved', ({ serverId }) => void shares.serverRemoved(serverId));
  const report = (error: unknown) =>
    platform.log.warn({ reason: String(error) }, 'What is shared in the fleet was not told.');
  const asking = new AskingMember({
    randomBytes: size => platform.randomBytes(size),
    now: () => performance.now(),
    onJoined: () => tryAgain(registries),
  });
  sharedServers.open = asking.open;
  const sharing = new SharingMember({
    services: agentServices,
    shares,
    rolesOf,
    reads: id => catalogue.reads(id),
    clientOf: hub => clientOf(registries, hub),
    randomBytes: size => platform.randomBytes(size),
    now: () => platform.now(),
    toolCount: serverId => servers.get(serverId)?.toolCount ?? 0,
    show: (key, share) => {
      if (!share) return base.state.remove('fleetServers', key);
      base.state.set('fleetServers', key, {
        ...share,
        serverId: usedAs(registries, { hub: share.hub, share: share.server }),
      });
    },
    report,
  });
  return {
    members: [asking, sharing],
    shares,
    use: async address => {
      const known = usedAs(registries, address);
      if (known !== null) return known;
      const name = address.hub === null ? address.share : `${address.hub}/${address.share}`;
      const config = { kind: 'fleet' as const, url: fleetAddress(address), headers: {} };
      const [id = ''] = await servers.changes.addAll([{ name, config }]);
      return id;
    },
    unuse: async address => {
      const id = usedAs(registries, address);
      if (id !== null) await servers.changes.remove(id);
      return id !== null;
    },
  };
}

/** A hub is a client of its own: the owner's rules, limits and questions are about it as about any agent. */
async function clientOf({ clients }: Registries, hub: string) {
  const id = `fleet-${hub}`;
  return clients.get(id) ?? (await clients.create(`Fleet: ${hub}`, 'ask', id)).client;
}

function usedAs(
  { servers }: Registries,
  address: { readonly hub: string | null; readonly share: string },
): string | null {
  const url = fleetAddress(address);
  const found = servers.list().find(({ id }) => {
    const { config } = servers.configs.of(id);
    return config.kind === 'fleet' && config.url === url;
  });
  return found?.id ?? null;
}

/** Those that could not be reached so far are tried at once. */
function tryAgain({ servers }: Registries): void {
  for (const { id, kind, state } of servers.list())
    if (kind === 'fleet' && state.kind !== 'running' && state.kind !== 'stopped' && state.kind !== 'blocked')
      servers.start(id).catch((error: unknown) => void reasonOf(error));
}
