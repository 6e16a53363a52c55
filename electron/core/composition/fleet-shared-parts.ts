// Servers of other hubs, joined with the rest of the hub: both sides as parts of the fleet, and what the user may say of them.
import { reasonOf } from '../../../contract/reason.ts';
import { AskingMember } from '../fleet/shared/asking-member.ts';
import { fleetClient } from '../fleet/shared/fleet-client.ts';
import { FleetShares } from '../fleet/shared/fleet-shares.ts';
import { ShareRegistry } from '../fleet/shared/share-registry.ts';
import { SharingMember } from '../fleet/shared/sharing-member.ts';
import type { FleetServer } from '../../../contract/schemas/fleet.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { NamedMember } from '../fleet/link/fleet-wire.ts';
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
  const { events } = boot;
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
  const waiting = new WaitingCalls(base);
  const asking = createAsking(boot, base, registries, waiting);
  Object.assign(sharedServers, { open: asking.open, passed: asking.passed } satisfies SharedServers);
  const sharing = createSharing(boot, base, registries, agentServices, { kept, shares, waiting });
  registries.fleetPolicy.onChange(() => sharing.rolesChanged());
  return {
    members: [
      { name: 'use of shared servers', member: asking },
      { name: 'shared servers', member: sharing },
    ],
    shares,
  };
}

function createAsking(
  { platform }: Pick<Boot, 'platform'>,
  { state, trace }: BaseParts,
  registries: Registries,
  waiting: WaitingCalls,
): AskingMember {
  return new AskingMember({
    randomBytes: size => platform.randomBytes(size),
    now: () => performance.now(),
    sharers: share =>
      [...state.all('fleetServers')].flatMap(row => (row.server === share && row.isForUs ? [row.hub] : [])),
    follow: follower => trace.follow(follower),
    nameOf: id => registries.agents.get(id)?.name ?? null,
    onWaits: (at, isAsked) => waiting.change(at, isAsked),
    onJoined: () => tryAgain(registries),
  });
}

function createSharing(
  { platform }: Boot,
  { state, problems }: BaseParts,
  registries: Registries,
  services: AgentServices,
  { kept, shares, waiting }: Uses & { readonly waiting: WaitingCalls },
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
    toolCount: serverId => servers.get(serverId)?.toolCount ?? 0,
    show: (key, share) => {
      if (share) state.set('fleetServers', key, { ...share, ...usedHere(share, { kept, shares }), ...waiting.at(key) });
      else state.remove('fleetServers', key);
    },
    report: problemOf(problems, 'fleet-shared', 'shared servers'),
    listFault: problemOf(problems, 'fleet-shares', 'the list of shared servers'),
  });
}

function problemOf(problems: BaseParts['problems'], id: string, part: string) {
  return (error: unknown): void => {
    if (error === null) problems.solved(id);
    else problems.report(id, { kind: 'fleet-part-failed', part, why: reasonOf(error) });
  };
}

/** The calls of this hub that wait for the owner of another, by what they were made of. */
class WaitingCalls {
  readonly #state: BaseParts['state'];
  readonly #counts = new Map<string, number>();

  constructor({ state }: Pick<BaseParts, 'state'>) {
    this.#state = state;
  }

  at(key: string): Pick<FleetServer, 'waits'> {
    const waits = this.#counts.get(key);
    return waits === undefined ? {} : { waits };
  }

  change({ hub, share }: { readonly hub: string; readonly share: string }, isAsked: boolean): void {
    const key = `${hub}/${share}`;
    const count = (this.#counts.get(key) ?? 0) + (isAsked ? 1 : -1);
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    const row = this.#state.get('fleetServers', key);
    if (!row) return;
    const { waits: _, ...rest } = row;
    this.#state.set('fleetServers', key, { ...rest, ...this.at(key) });
  }
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
