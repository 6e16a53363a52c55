// Takes a name from the hub that has it, for whoever administers a fleet: its machine is gone, or was set up anew.
import { asAdministrator } from './as-administrator.ts';
import { freeAnyName } from './name-claims.ts';
import type { AdministratorAsk } from './as-administrator.ts';

/** False where no hub had it. Rejects with HubError, also while a hub is here under it. */
export function freeNameAt(ask: AdministratorAsk, name: string): Promise<boolean> {
  return asAdministrator(ask, 'FREE', wire => freeAnyName(wire, name));
}
