// How long the streams of a fleet keep what is in them, as whoever administers it says: connects for that, and keeps nothing.
import { connectOptions } from '../link/connect-options.ts';
import { openFleetWire } from '../link/fleet-wire.ts';
import { serverOf } from '../link/join-request.ts';
import { faultAsError, faultOf } from '../link/link-faults.ts';
import { keepInFleet } from './fleet-reader.ts';
import type { FleetKept, FleetRetention } from '../../../../contract/schemas/fleet-outbox.ts';
import type { FreeAsk } from '../link/free-name.ts';

/** No name of a hub, so that no hub's rights are for what the server answers here. */
const administrator = 'KEEP';

/** Rejects with HubError. */
export async function keepInFleetAt(ask: FreeAsk, retention: FleetRetention): Promise<FleetKept> {
  const { server, shown, fault } = serverOf(ask, null);
  if (fault) throw faultAsError(fault);
  try {
    const options = { ...(await connectOptions(server)), reconnect: false };
    const wire = await openFleetWire(ask.prefix, administrator, options);
    try {
      return await keepInFleet(wire, retention);
    } finally {
      await wire.connection.close();
    }
  } catch (error) {
    throw faultAsError(faultOf(error, { address: shown, prefix: ask.prefix, hub: administrator, wasLetIn: false }));
  }
}
