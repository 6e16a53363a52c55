// A gateway of a fleet: what a hub has between agents and servers, without panel, browsers and programs of its own, and with nothing to keep.

import { reasonOf } from '../../contract/reason.ts';
import { createAgentServices } from './composition/agent-parts.ts';
import { createBaseParts } from './composition/base-parts.ts';
import { createBoot } from './composition/boot.ts';
import { Closers } from './composition/closers.ts';
import { followFleetPolicy } from './composition/fleet-policy-parts.ts';
import { createFleetShared } from './composition/fleet-shared-parts.ts';
import { followEvents } from './composition/follow-events.ts';
import { GatewayAccess } from './composition/gateway-access.ts';
import { createGatewayLink } from './composition/gateway-link-parts.ts';
import { tellStanding } from './composition/gateway-standing.ts';
import { createGatewayTelemetry } from './composition/gateway-telemetry-parts.ts';
import { createRegistries, createRouter } from './composition/registries.ts';
import { createRuleParts } from './composition/rule-parts.ts';
import { followTasks } from './composition/task-parts.ts';
import { TakenCalls } from './fleet/gateway/taken-calls.ts';
import { listenGateway } from './http/gateway-endpoint.ts';
import { SealedRounds } from './http/stateless/front.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { FleetJoin } from '../../contract/schemas/fleet-requests.ts';
import type { AgentServices } from './agent-connections/agent-services.ts';
import type { BaseParts } from './composition/base-parts.ts';
import type { Boot } from './composition/boot.ts';
import type { GatewayLink } from './composition/gateway-link-parts.ts';
import type { GatewayTelemetry } from './composition/gateway-telemetry-parts.ts';
import type { Registries } from './composition/registries.ts';
import type { GatewayEndpoint, GatewayEndpointOptions } from './http/gateway-endpoint.ts';
import type { Front } from './http/stateless/front.ts';
import type { HubPlatform } from './platform/platform.ts';

export interface GatewayOptions extends Pick<GatewayEndpointOptions, 'at' | 'hosts'> {
  readonly join: FleetJoin;
  /** What all gateways of the group hold. */
  readonly stateKey: Uint8Array;
  readonly telemetry: GatewayTelemetry;
}

export interface Gateway {
  readonly port: number;
  /**
   * Takes nothing more, ends what is under way within so long, and leaves nothing. Answers the lines of the audit that the fleet has not
   * acknowledged by then.
   */
  stop(graceMs: number): Promise<readonly string[]>;
}

/** Servers that no hub shared when they were tried are tried again so often. */
const againMs = 1_000;
/** The audit has so long to come into the stream, also where calls took all that they were given. */
const leastKeptMs = 2_000;
const resting: ReadonlySet<string> = new Set(['waiting', 'crashed', 'failed']);

/** Resolves when it listens; whether it can carry anything out yet is said at /readyz. */
export async function startGateway(platform: HubPlatform, options: GatewayOptions): Promise<Gateway> {
  const closers = new Closers();
  try {
    return await beginGateway(createBoot(platform, closers), options);
  } catch (error) {
    await closers.close().catch(() => {});
    throw error;
  }
}

async function beginGateway(boot: Boot, options: GatewayOptions): Promise<Gateway> {
  const { join, stateKey, at, hosts } = options;
  const { platform, closers } = boot;
  const base = await createBaseParts(boot);
  const registries = await createRegistries(boot, base);
  registries.catalogue.setOffer({ can: () => false, several: false });
  const services = createServices(boot, base, registries, () => access);
  followTasks(boot, registries, services.router);
  followEvents(boot.events, base, registries);
  const { changes } = await createRuleParts(boot, base);
  followFleetPolicy(boot, base, registries, changes);
  const taken = new TakenCalls(base.store.audit, () => platform.now());
  const told = { idOf: (id: string) => access.idOf(id), onTaken: taken.taken };
  const shared = await createFleetShared(boot, base, registries, services, told);
  const parts = { access: () => access, shared: shared.members, taken };
  const fleet = await createGatewayLink(boot, base, registries, join, parts);
  const access = new GatewayAccess({ ...registries, shares: shared.shares, onFault: accessFaults(base) });
  closers.add(() => fleet.link.stop());
  closers.add(tellStanding(base, sentence => platform.say(sentence)));
  const scraped = await createGatewayTelemetry(boot, base, registries, fleet.audit, options.telemetry);
  const rounds = new SealedRounds(stateKey, `${join.prefix}/${join.name}`, size => platform.randomBytes(size));
  const endpoint = await listenGateway({
    ...{ at, hosts, agentServices: services },
    access: registries.clients,
    ...{ randomBytes: (size: number) => platform.randomBytes(size), now: () => platform.now() },
    verify: token => access.verify(token),
    stands: () => standOf(base, fleet, access),
    why: () => base.state.hub.fleet?.reason ?? null,
    scraped,
    front: frontOf(rounds, fleet),
  });
  await fleet.link.rejoin();
  keepServers(boot, registries);
  return { port: endpoint.port, stop: graceMs => endGateway(boot, endpoint, fleet, graceMs) };
}

async function endGateway({ closers }: Boot, endpoint: GatewayEndpoint, fleet: GatewayLink, graceMs: number) {
  const begun = performance.now();
  await endpoint.drain(graceMs);
  const lost = await restOfAudit(fleet, begun + graceMs);
  await closers.close();
  return lost;
}

/** What did not come into the stream, as lines of JSON. `until` counts as performance.now() does. */
async function restOfAudit({ audit }: GatewayLink, until: number): Promise<readonly string[]> {
  // What ending calls have brought about is in it, and the connection is still there.
  await new Promise(resolve => setImmediate(resolve));
  const end = Math.max(until, performance.now() + leastKeptMs);
  return await audit.rest(() => performance.now() >= end);
}

function frontOf(rounds: SealedRounds, { audit }: GatewayLink): Front {
  return {
    seal: (round, now) => rounds.seal(round, now),
    open: (sealed, call, now) => rounds.open(sealed, call, now),
    kept: () => audit.kept(),
  };
}

function createServices(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  access: () => GatewayAccess,
): AgentServices {
  const router = createRouter(base, registries, boot.platform, () => false, { askedNowhere: 'at-gateway' });
  const sees: AgentServices['sees'] = (...about) => access().sees(...about);
  return { ...createAgentServices(boot, base, registries), router, sees };
}

function standOf({ state }: BaseParts, { clients, audit, policy }: GatewayLink, access: GatewayAccess): Reason | null {
  if (state.hub.fleet?.state !== 'online') return { kind: 'gateway-stands', so: 'offline' };
  if (!clients.isRead || !access.isSettled) return { kind: 'gateway-stands', so: 'clients-unread' };
  return policy.stands() ?? audit.stands();
}

/** Worker hubs come and go; whoever shares a server again has it used again. */
function keepServers({ closers }: Boot, { servers }: Registries): void {
  const timer = setInterval(() => {
    for (const { id, state } of servers.list()) if (resting.has(state.kind)) servers.start(id).catch(() => {});
  }, againMs);
  timer.unref();
  closers.add(() => clearInterval(timer));
}

/** Beside what is told of one that is not taken: either may be over while the other stands. */
function accessFaults({ problems }: Pick<BaseParts, 'problems'>) {
  return (id: string, error: unknown): void => {
    if (error === null) problems.solved(`gateway-access-${id}`);
    else problems.report(`gateway-access-${id}`, reasonOf(error));
  };
}
