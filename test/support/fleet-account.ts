// The accounts of a fleet at a real NATS server: one who administers, and a user for each hub with exactly the rights that are printed.
import { accountsText, fleetAccounts } from '../../electron/core/fleet/link/fleet-accounts.ts';
import { fleetRights, rightsText } from '../../electron/core/fleet/link/fleet-rights.ts';
import type { RightsOptions } from '../../electron/core/fleet/link/fleet-rights.ts';

type NamedHub = string | readonly [string, RightsOptions];

const admin = '{ user: admin, password: admin }';

/** One account for all. The password of each is its name; whoever comes without any is the one who administers. */
export function accountOf(...hubs: NamedHub[]): string {
  const users = [admin, ...usersOf(hubs)].join('\n');
  return `accounts { FLEET { jetstream: enabled, users: [ ${users} ] } }\nno_auth_user: admin\n`;
}

/** The same users, with the streams in an account of their own, as it is printed. */
export function accountsOf(...hubs: NamedHub[]): string {
  const users = { streams: [admin], hubs: usersOf(hubs) };
  return `${accountsText(fleetAccounts('pilothouse'), users)}\nno_auth_user: admin\n`;
}

function usersOf(hubs: readonly NamedHub[]): string[] {
  return hubs.map(one => {
    const [hub, options] = typeof one === 'string' ? [one, {}] : one;
    const rights = rightsText(fleetRights('pilothouse', hub, options));
    return `{ user: ${hub}, password: ${hub}, permissions: ${rights} }`;
  });
}
