// What a hub still has to say to its fleet before it has begun there: on a connection that is made for that alone.
import { connectOptions } from './connect-options.ts';
import { openFleetWire } from './fleet-wire.ts';
import type { SessionOptions } from './fleet-session.ts';
import type { FleetWire } from './fleet-wire.ts';

type Place = Pick<SessionOptions, 'server' | 'prefix' | 'name' | 'expectAlone'>;

/** Rejects where it cannot be said, and where another hub is a copy of this one: what is there is that one's. */
export async function sayOnce(
  { server, prefix, name, ...place }: Place,
  say: (wire: FleetWire) => Promise<void>,
): Promise<void> {
  const wire = await openFleetWire(prefix, name, await connectOptions(server));
  try {
    await place.expectAlone(wire);
    await say(wire);
  } finally {
    await wire.connection.close();
  }
}
