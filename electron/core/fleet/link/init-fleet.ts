// Setting a fleet up at a server, by a hub's panel or by the command line alone: connects for that, and keeps nothing.
import { connectOptions } from './connect-options.ts';
import { type SetUp, setUpFleet } from './fleet-set-up.ts';
import { openFleetWire } from './fleet-wire.ts';
import { serverOf } from './join-request.ts';
import { faultAsError, faultOf } from './link-faults.ts';
import type { FleetInit } from '../../../../contract/schemas/fleet-requests.ts';
import type { HeldCredential } from './fleet-credentials.ts';

/** No name of a hub, so that no hub's rights are for what the server answers here. */
const setter = 'INIT';

/** Rejects with HubError. `held` is what `kept` means. */
export async function initFleetAt(init: FleetInit, held: HeldCredential | null): Promise<SetUp> {
  const { server, shown, fault } = serverOf(init, held);
  if (fault) throw faultAsError(fault);
  try {
    const wire = await openFleetWire(init.prefix, setter, { ...(await connectOptions(server)), reconnect: false });
    try {
      return await setUpFleet(wire, init);
    } finally {
      await wire.connection.close();
    }
  } catch (error) {
    throw faultAsError(faultOf(error, { address: shown, prefix: init.prefix, hub: setter, wasLetIn: false }));
  }
}
