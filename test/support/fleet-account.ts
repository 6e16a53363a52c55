// The account of a fleet at a real NATS server: one who administers, and a user for each hub with exactly the rights that are printed.
import { fleetRights, rightsText } from '../../electron/core/fleet/link/fleet-rights.ts';
import type { RightsOptions } from '../../electron/core/fleet/link/fleet-rights.ts';

/** The password of each is its name; whoever comes without any is the one who administers. */
export function accountOf(...hubs: (string | readonly [string, RightsOptions])[]): string {
  const users = hubs.map(one => {
    const [hub, options] = typeof one === 'string' ? [one, {}] : one;
    const rights = rightsText(fleetRights('pilothouse', hub, options));
    return `{ user: ${hub}, password: ${hub}, permissions: ${rights} }`;
  });
  const admin = '{ user: admin, password: admin }';
  return `accounts { FLEET { jetstream: enabled, users: [ ${admin}\n${users.join('\n')} ] } }\nno_auth_user: admin\n`;
}
