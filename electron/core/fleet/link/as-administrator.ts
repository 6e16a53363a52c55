// One piece of work at the server of a fleet, for whoever administers it: connects for that, and keeps nothing.
import { connectOptions } from './connect-options.ts';
import { openFleetWire } from './fleet-wire.ts';
import { serverOf } from './join-request.ts';
import { faultAsError, faultOf } from './link-faults.ts';
import type { FleetInit } from '../../../../contract/schemas/fleet-requests.ts';
import type { FleetWire } from './fleet-wire.ts';

export type AdministratorAsk = Pick<FleetInit, 'address' | 'prefix' | 'credential' | 'ca' | 'allowPlaintext'>;

/** `name` has capital letters: it is none of a hub, so that no hub's rights are for what the server answers here. Rejects with HubError. */
export async function asAdministrator<T>(
  ask: AdministratorAsk,
  name: string,
  work: (wire: FleetWire) => Promise<T>,
): Promise<T> {
  const { server, shown, fault } = serverOf(ask, null);
  if (fault) throw faultAsError(fault);
  try {
    const wire = await openFleetWire(ask.prefix, name, { ...(await connectOptions(server)), reconnect: false });
    try {
      return await work(wire);
    } finally {
      await wire.connection.close();
    }
  } catch (error) {
    throw faultAsError(faultOf(error, { address: shown, prefix: ask.prefix, hub: name, wasLetIn: false }));
  }
}
