// Servers of other hubs, joined with the rest of the hub: both sides as parts of the fleet, and what the user may say of them.
import { reasonOf } from '../../../contract/reason.ts';
import { AskingMember } from '../fleet/shared/asking-member.ts';
import { FleetClients } from '../fleet/shared/fleet-client.ts';
import { FleetShares } from '../fleet/shared/fleet-shares.ts';
import { ShareRegistry } from '../fleet/shared/share-registry.ts';
import { unableBy } from '../fleet/shared/share-standing.ts';
import { SharingMember } from '../fleet/shared/sharing-member.ts';
import { WaitingCalls } from './waiting-calls.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { FleetServer } from '../../../contract/schemas/fleet.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { NamedMember } from '../fleet/link/fleet-wire.ts';
import type { AskingOptions } from '../fleet/shared/asking-member.ts';
import type { OwnShare } from '../fleet/shared/share-registry.ts';
import type { SharedServers } from '../servers/lifecycle/server-transport.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export interface FleetSharedParts {
  readonly members: readonly NamedMember[];
  readonly shares: FleetShares;
  readonly kept: ShareRegistry;
}

/** What a hub with a panel has no need of. */
export interface ToldByGateway extends Pick<AskingOptions, 'onTaken'> {
  /** What this hub knows an agent by to the others, beside its name. */
  idOf?(clientId: string): string | null;
}

export async function createFleetShared(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  agentServices: AgentServices,
  told: ToldByGateway = {},
): Promise<FleetSharedParts> {
  const { events } = boot;
  const { servers, sharedServers } = registries;
  const kept = await ShareRegistry.read(base.store.settings, id => servers.get(id) !== null);
  const shares: FleetShares = new FleetShares({
    servers,
    shares: kept,
    fleet: () => base.state.hub.fleet ?? null,
    onUsed: () => showUses(base, { kept, shares }),
  });
  events.on('serverRemoved', async ({ serverId }) => {
    showUses(base, { kept, shares });
    await kept.serverRemoved(serverId);
  });
  const waiting = new WaitingCalls(base.state);
  const asking = createAsking(boot, base, registries, { ...told, waiting });
  Object.assign(sharedServers, { open: asking.open, passed: asking.passed } satisfies SharedServers);
  const sharing = createSharing(boot, base, registries, agentServices, { kept, shares, asking, waiting });
  registries.fleetPolicy.onChange(() => sharing.rolesChanged());
  return {
    members: [
      { name: 'use of shared servers', member: asking },
      { name: 'shared servers', member: sharing },
    ],
    shares,
    kept,
  };
}

function createAsking(
  { platform }: Boot,
  { state, trace }: BaseParts,
  registries: Registries,
  { idOf, waiting, onTaken }: ToldByGateway & { readonly waiting: WaitingCalls },
): AskingMember {
  const { agents } = registries;
  return new AskingMember({
    randomBytes: size => platform.randomBytes(size),
    now: () => performance.now(),
    sharers: share =>
      [...state.all('fleetServers')].flatMap(row => (row.server === share && row.isForUs ? [row.hub] : [])),
    follow: follower => trace.follow(follower),
    nameOf: id => agents.get(id)?.name ?? null,
    idOf: id => idOf?.(agents.get(id)?.clientId ?? '') ?? null,
    onWaits: (at, isAsked) => waiting.change(at, isAsked),
    ...(onTaken && { onTaken }),
    onJoined: () => tryAgain(registries),
  });
}

function createSharing(
  { platform, events }: Boot,
  { state, problems }: BaseParts,
  registries: Registries,
  services: AgentServices,
  { asking, waiting, ...uses }: Uses & { readonly asking: AskingMember; readonly waiting: WaitingCalls },
): SharingMember {
  const { servers, catalogue, fleetPolicy, clients, grants, agents } = registries;
  const fleetClients = new FleetClients({
    clients,
    onRevoked: clientId => events.settle({ kind: 'clientRevoked', clientId }),
    isJudged: id => grants.all().some(({ subject }) => subject.kind === 'client' && subject.id === id),
    isHere: id => agents.connected().some(({ clientId }) => clientId === id),
    now: () => platform.now(),
  });
  return new SharingMember({
    services,
    shares: uses.kept,
    // Signed by a key that the owner has named: never what a hub says of itself.
    rolesOf: hub => fleetPolicy.rolesOf(hub),
    reads: id => catalogue.reads(id),
    clientOf: (hub, by) => fleetClients.of(hub, by),
    randomBytes: size => platform.randomBytes(size),
    now: () => platform.now(),
    unable: id => unableBy(servers.seen(id)?.state ?? null),
    toolCount: own => sharedTools(own, state, servers.get(own.serverId)?.toolCount ?? 0),
    onTools: changed => followTools(state, changed),
    show: (key, share) => {
      const before = state.get('fleetServers', key);
      const row = share && { ...share, ...usedHere(share, uses), ...waiting.at(key) };
      if (row) state.set('fleetServers', key, row);
      else state.remove('fleetServers', key);
      if (row?.isForUs) startAgain(registries, row);
      else if (before?.isForUs) asking.unshared(before.hub, before.server);
    },
    report: problemOf(problems, 'fleet-shared', 'shared servers'),
    groupFault: problemOf(problems, 'fleet-groups', 'calls to groups'),
    listFault: problemOf(problems, 'fleet-shares', 'the list of shared servers'),
  });
}

function followTools(state: Pick<BaseParts['state'], 'subscribe'>, changed: () => void): () => void {
  return state.subscribe(({ changes }) => {
    if (changes.some(({ collection }) => collection === 'servers' || collection === 'tools')) changed();
  });
}

function problemOf(problems: BaseParts['problems'], id: string, part: string) {
  return (error: unknown): void => {
    if (error === null) problems.solved(id);
    else problems.report(id, { kind: 'fleet-part-failed', part, why: reasonOf(error) });
  };
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

/** It is shared with this hub, perhaps again: what waits for that here waits no longer. */
function startAgain({ servers }: Registries, { serverId, groupServerId }: FleetServer): void {
  for (const id of [serverId, groupServerId])
    if (id !== null && servers.get(id)?.state.kind === 'waiting')
      servers.start(id).catch((error: unknown) => void reasonOf(error));
}

/** Those that could not be reached so far are tried at once. */
function tryAgain({ servers }: Registries): void {
  for (const { id, kind, state } of servers.list())
    if (kind === 'fleet' && state.kind !== 'running' && state.kind !== 'stopped' && state.kind !== 'blocked')
      servers.start(id).catch((error: unknown) => void reasonOf(error));
}
