// What the panel asks about the fleet. All of it is loaded with the first request, or at the start of a hub that is in one.
import { done } from './done.ts';
import { createFleetOutboxHandlers, type FleetOutboxServices } from './fleet-outbox-handlers.ts';
import type { FleetShows } from '../../../contract/schemas/fleet.ts';
import type { fleetOutboxRequests } from '../../../contract/schemas/fleet-outbox.ts';
import type {
  FleetCredential,
  FleetInit,
  FleetJoin,
  FleetTrial,
  fleetRequests,
  NamedSigner,
} from '../../../contract/schemas/fleet-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

type FleetRequest = keyof typeof fleetRequests | keyof typeof fleetOutboxRequests;

/** A hub's place in its fleet, as the panel changes it. */
export interface FleetPlace {
  try(join: FleetJoin): Promise<FleetTrial[]>;
  join(join: FleetJoin): Promise<void>;
  leave(): Promise<void>;
  rename(name: string, credential: FleetCredential): Promise<void>;
  setSigners(add: readonly NamedSigner[], remove: readonly string[]): Promise<void>;
  setShows(shows: FleetShows): Promise<void>;
  init(init: FleetInit): Promise<{ made: string[]; found: string[] }>;
}

export interface FleetServices {
  readonly fleet: { open(): Promise<FleetPlace> };
}

export function createFleetHandlers({
  fleet,
  ...services
}: FleetServices & FleetOutboxServices): Pick<PanelHandlers, FleetRequest> {
  return {
    ...createFleetOutboxHandlers(services),
    'fleet:try': async join => ({ trials: await (await fleet.open()).try(join) }),
    'fleet:join': async join => done((await fleet.open()).join(join)),
    'fleet:leave': async () => done((await fleet.open()).leave()),
    'fleet:rename': async ({ name, credential }) => done((await fleet.open()).rename(name, credential)),
    'fleet:set-signers': async ({ add, remove }) => done((await fleet.open()).setSigners(add, remove)),
    'fleet:set-shows': async ({ shows }) => done((await fleet.open()).setShows(shows)),
    'fleet:init': async init => (await fleet.open()).init(init),
  };
}
