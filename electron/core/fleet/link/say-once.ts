// What a hub still has to say to its fleet before it has begun there: on a connection that is made for that alone.
import { connectOptions, type FleetServer } from './connect-options.ts';
import { fleetIdOf, type OwnFleet } from './fleet-identity.ts';
import { openFleetWire } from './fleet-wire.ts';
import type { FleetWire } from './fleet-wire.ts';

export interface SpokenTo {
  readonly server: FleetServer;
  readonly prefix: string;
  readonly name: string;
  /** Without credentials. */
  readonly shownAddress: string;
  readonly facts: { readonly fleet: OwnFleet };
  /** Rejects where another hub is a copy of this one. */
  expectAlone(wire: FleetWire): Promise<void>;
}

/** Rejects where it cannot be said, where another fleet is there by now, and where another hub is a copy of this one: what is there is that one's. */
export async function sayOnce(
  { server, prefix, name, ...place }: SpokenTo,
  say: (wire: FleetWire) => Promise<void>,
): Promise<void> {
  const wire = await openFleetWire(prefix, name, await connectOptions(server));
  try {
    place.facts.fleet.expect(await fleetIdOf(await wire.manager(), wire.subjects), place.shownAddress);
    await place.expectAlone(wire);
    await say(wire);
  } finally {
    await wire.connection.close();
  }
}
