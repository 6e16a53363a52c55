// Servers of other hubs, joined with the rest of the hub: both sides as parts of the fleet, and what the user may say of them.
import { reasonOf } from '../../../contract/reason.ts';
import { AskingMember } from '../fleet/shared/asking-member.ts';
import { fleetClient } from '../fleet/shared/fleet-client.ts';
import { FleetShares } from '../fleet/shared/fleet-shares.ts';
import { ShareRegistry } from '../fleet/shared/share-registry.ts';
import { SharingMember } from '../fleet/shared/sharing-member.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { FleetServer } from '../../../contract/schemas/fleet.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { NamedMember } from '../fleet/link/fleet-wire.ts';
import type { OwnShare } from '../fleet/shared/share-registry.ts';
import type { SharedServers } from '../servers/lifecycle/server-transport.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export interface FleetSharedParts {
  readonly members: readonly NamedMember[];
  readonly shares: FleetShares;
}

export async function createFleetShared(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  agentServices: AgentServices,
): Promise<FleetSharedParts> {
  const { platform, events } = boot;
  const { servers, sharedServers } = registries;
  const kept = await ShareRegistry.read(base.store.settings);
  const shares: FleetShares = new FleetShares({
    servers,
    shares: kept,
    fleet: () => base.state.hub.fleet ?? null,
    onUsed: () => showUses(base, { kept, shares }),
  });
  events.on('serverRemoved', ({ serverId }) => {
    showUses(base, { kept, shares });
    void kept.serverRemoved(serverId);
  });
  const asking = new AskingMember({
    randomBytes: size => platform.randomBytes(size),
    now: () => performance.now(),
    sharers: share =>
      [...base.state.all('fleetServers')].flatMap(row => (row.server === share && row.isForUs ? [row.hub] : [])),
    follow: follower => base.trace.follow(follower),
    nameOf: id => registries.agents.get(id)?.name ?? null,
    onJoined: () => tryAgain(registries),
  });
  Object.assign(sharedServers, { open: asking.open, passed: asking.passed } satisfies SharedServers);
  const sharing = createSharing(boot, base, registries, agentServices, { kept, shares });
  registries.fleetPolicy.onChange(() => sharing.rolesChanged());
  return {
    members: [
      { name: 'use of shared servers', member: asking },
      { name: 'shared servers', member: sharing },
    ],
    shares,
  };
}

function createSharing(
  { platform }: Boot,
  { state, problems }: BaseParts,
  registries: Registries,
  services: AgentServices,
  { kept, shares }: Uses,
): SharingMember {
  const { servers, catalogue, fleetPolicy } = registries;
  return new SharingMember({
    services,
    shares: kept,
    // Signed by a key that the owner has named: never what a hub says of itself.
    rolesOf: hub => fleetPolicy.rolesOf(hub),
    reads: id => catalogue.reads(id),
    clientOf: (hub, agent) => fleetClient(registries.clients, hub, agent),
    randomBytes: size => platform.randomBytes(size),
    now: () => platform.now(),
    toolCount: own => sharedTools(own, state, servers.get(own.serverId)?.toolCount ?? 0),
    show: (key, share) => {
      if (share) state.set('fleetServers', key, { ...share, ...usedHere(share, { kept, shares }) });
      else state.remove('fleetServers', key);
    },
    report: error =>
      problems.report('fleet-shared', { kind: 'fleet-part-failed', part: 'shared servers', why: reasonOf(error) }),
    listFault: error => {
      const part = 'the list of shared servers';
      if (error === null) problems.solved('fleet-shares');
      else problems.report('fleet-shares', { kind: 'fleet-part-failed', part, why: reasonOf(error) });
    },
  });
}

/** How many there are to use of `all`. */
function sharedTools(
  { serverId, tools, readOnly }: Pick<OwnShare, 'serverId' | 'tools' | 'readOnly'>,
  state: Pick<BaseParts['state'], 'all'>,
  all: number,
): number {
  if (tools === null && !readOnly) return all;
  const isShared = ({ id, readOnly: reads }: Tool) =>
    id.startsWith(`${serverId}/`) && (tools?.includes(id.slice(serverId.length + 1)) ?? true) && (!readOnly || reads);
  return [...state.all('tools')].filter(isShared).length;
}

interface Uses {
  readonly kept: ShareRegistry;
  readonly shares: FleetShares;
}

function usedHere({ isOwn, hub, server }: Pick<FleetServer, 'isOwn' | 'hub' | 'server'>, { kept, shares }: Uses) {
  if (isOwn) return { serverId: kept.get(server)?.serverId ?? null, groupServerId: null };
  return {
    serverId: shares.usedAs({ hub, share: server }),
    groupServerId: shares.usedAs({ hub: null, share: server }),
  };
}

/** What is shared stays as it is; which of it is used here has become another. */
function showUses({ state }: Pick<BaseParts, 'state'>, uses: Uses): void {
  for (const row of [...state.all('fleetServers')]) {
    const next = { ...row, ...usedHere(row, uses) };
    if (next.serverId !== row.serverId || next.groupServerId !== row.groupServerId)
      state.set('fleetServers', `${row.hub}/${row.server}`, next);
  }
}

/** Those that could not be reached so far are tried at once. */
function tryAgain({ servers }: Registries): void {
  for (const { id, kind, state } of servers.list())
    if (kind === 'fleet' && state.kind !== 'running' && state.kind !== 'stopped' && state.kind !== 'blocked')
      servers.start(id).catch((error: unknown) => void reasonOf(error));
}
