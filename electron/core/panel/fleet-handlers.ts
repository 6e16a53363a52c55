// What the panel asks about the fleet. All of it is loaded with the first request, or at the start of a hub that is in one.
import { done } from './done.ts';
import { createFleetOutboxHandlers, type FleetOutboxServices } from './fleet-outbox-handlers.ts';
import type { FleetAddress } from '../../../contract/fleet.ts';
import type { FleetShows } from '../../../contract/schemas/fleet.ts';
import type { fleetOutboxRequests } from '../../../contract/schemas/fleet-outbox.ts';
import type {
  FleetCredential,
  FleetInit,
  FleetJoin,
  FleetMove,
  FleetTried,
  fleetRequests,
  NamedSigner,
} from '../../../contract/schemas/fleet-requests.ts';
import type { FleetShareSettings, fleetSharedRequests } from '../../../contract/schemas/fleet-shared-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

type FleetRequest = keyof typeof fleetRequests | keyof typeof fleetOutboxRequests | keyof typeof fleetSharedRequests;

/** A hub's place in its fleet, as the panel changes it. */
export interface FleetPlace {
  try(join: FleetJoin): Promise<FleetTried>;
  join(join: FleetJoin): Promise<void>;
  leave(): Promise<void>;
  rename(name: string, credential: FleetCredential, place?: FleetMove): Promise<void>;
  setSigners(add: readonly NamedSigner[], remove: readonly string[]): Promise<void>;
  setShows(shows: FleetShows): Promise<void>;
  init(init: FleetInit): Promise<{ made: string[]; found: string[] }>;
}

/** What is shared with other hubs, and used of them. */
export interface SharedServers {
  share(settings: FleetShareSettings): Promise<void>;
  unshare(share: string): Promise<void>;
  use(address: FleetAddress): Promise<string>;
  unuse(address: FleetAddress): Promise<void>;
}

export interface FleetServices {
  readonly fleet: { open(): Promise<FleetPlace> };
  readonly fleetShares: { open(): Promise<SharedServers> };
}

export function createFleetHandlers({
  fleet,
  fleetShares,
  ...services
}: FleetServices & FleetOutboxServices): Pick<PanelHandlers, FleetRequest> {
  return {
    ...createFleetOutboxHandlers(services),
    'fleet:try': async join => (await fleet.open()).try(join),
    'fleet:join': async join => done((await fleet.open()).join(join)),
    // A look answers that itself.
    'fleet:look-again': () => ({}),
    'fleet:leave': async () => done((await fleet.open()).leave()),
    'fleet:rename': async ({ name, credential, place }) => done((await fleet.open()).rename(name, credential, place)),
    'fleet:set-signers': async ({ add, remove }) => done((await fleet.open()).setSigners(add, remove)),
    'fleet:set-shows': async ({ shows }) => done((await fleet.open()).setShows(shows)),
    'fleet:share': async settings => done((await fleetShares.open()).share(settings)),
    'fleet:unshare': async ({ share }) => done((await fleetShares.open()).unshare(share)),
    'fleet:use': async address => ({ serverId: await (await fleetShares.open()).use(address) }),
    'fleet:unuse': async address => done((await fleetShares.open()).unuse(address)),
    'fleet:init': async init => (await fleet.open()).init(init),
  };
}
