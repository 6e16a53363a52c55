// How long the streams of a fleet keep what is in them, as whoever administers it says.
import { asAdministrator } from '../link/as-administrator.ts';
import { keepInFleet } from './fleet-reader.ts';
import type { FleetKept, FleetRetention } from '../../../../contract/schemas/fleet-outbox.ts';
import type { AdministratorAsk } from '../link/as-administrator.ts';

/** Rejects with HubError. */
export function keepInFleetAt(ask: AdministratorAsk, retention: FleetRetention): Promise<FleetKept> {
  return asAdministrator(ask, 'KEEP', wire => keepInFleet(wire, retention));
}
