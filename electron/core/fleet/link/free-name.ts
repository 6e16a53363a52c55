// Takes a name from the hub that has it, for whoever administers a fleet: its machine is gone, or was set up anew. Connects for that, and keeps nothing.
import { connectOptions } from './connect-options.ts';
import { openFleetWire } from './fleet-wire.ts';
import { serverOf } from './join-request.ts';
import { faultAsError, faultOf } from './link-faults.ts';
import { freeAnyName } from './name-claims.ts';
import type { FleetInit } from '../../../../contract/schemas/fleet-requests.ts';

export type FreeAsk = Pick<FleetInit, 'address' | 'prefix' | 'credential' | 'ca' | 'allowPlaintext'>;

/** No name of a hub, so that no hub's rights are for what the server answers here. */
const administrator = 'FREE';

/** False where no hub had it. Rejects with HubError, also while a hub is here under it. */
export async function freeNameAt(ask: FreeAsk, name: string): Promise<boolean> {
  const { server, shown, fault } = serverOf(ask, null);
  if (fault) throw faultAsError(fault);
  try {
    const options = { ...(await connectOptions(server)), reconnect: false };
    const wire = await openFleetWire(ask.prefix, administrator, options);
    try {
      return await freeAnyName(wire, name);
    } finally {
      await wire.connection.close();
    }
  } catch (error) {
    throw faultAsError(faultOf(error, { address: shown, prefix: ask.prefix, hub: administrator, wasLetIn: false }));
  }
}
