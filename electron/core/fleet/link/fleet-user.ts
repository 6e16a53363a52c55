// A user of NATS for a hub: a new nkey, and the user as it stands in the configuration of the server. The seed is whoever asked for it's to keep.
import { nkeys } from '@nats-io/transport-node';
import { fleetRights, rightsText } from './fleet-rights.ts';
import type { RightsOptions } from './fleet-rights.ts';

export function newNkey(): { seed: string; publicKey: string } {
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}

/** A line of `users`. An administrator is bounded by the account alone. */
export function userText(publicKey: string, rights: string | null): string {
  if (rights === null) return `{ nkey: ${publicKey} }`;
  return `{ nkey: ${publicKey}, permissions: ${rights} }`;
}

export function userOfHub(publicKey: string, prefix: string, hub: string, options: RightsOptions): string {
  return userText(publicKey, rightsText(fleetRights(prefix, hub, options)));
}
