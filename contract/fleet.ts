// Names in a fleet of hubs: one token of a NATS subject each, so that rights can be given by subject.

/** As NATS takes them in a subject and JetStream in the name of a bucket. */
const token = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/** Lower-case letters, digits and hyphens, at most 40, a hyphen neither first nor last. */
export function isFleetName(text: string): boolean {
  return token.test(text);
}

/** What a host is called where it has a name of its own; '' where nothing of that is left. */
export function fleetNameFrom(host: string): string {
  const name = host.toLowerCase().split('.', 1)[0] ?? '';
  return name
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
}

export const defaultFleetPrefix = 'pilothouse';

/** A share as an address; `hub` null is whichever hub takes a call of those that share it under this name. */
export interface FleetAddress {
  readonly hub: string | null;
  readonly share: string;
}

export function fleetAddress({ hub, share }: FleetAddress): string {
  return `fleet://${hub ?? '-'}/${share}`;
}

/** Why a hub takes no calls for what it shares. `starting` is on its way, perhaps again: it takes those that no other hub does. */
export const sharesUnable = [
  ...(['starting', 'stopped', 'failed', 'blocked'] as const),
  ...(['unapproved', 'installing', 'unauthorized', 'unshared'] as const),
] as const;
export type ShareUnable = (typeof sharesUnable)[number];

/** Null for what is none. */
export function readFleetAddress(url: string): FleetAddress | null {
  const [, hub = '', share = ''] = /^fleet:\/\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
  if (!isFleetName(share) || (hub !== '-' && !isFleetName(hub))) return null;
  return { hub: hub === '-' ? null : hub, share };
}

/** The secret under which the credentials of the fleet are kept. */
export const fleetSecret = 'FLEET_CREDENTIALS';

/** Under which secret the private half of a key that signs policies is kept. */
export const fleetKeySecret = (name: string) => `FLEET_KEY_${name}`;

/** What proves to other hubs who this one is, or signs for them: no server, plugin or program gets it. */
export function isFleetSecret(name: string): boolean {
  return name === fleetSecret || name.startsWith(fleetKeySecret(''));
}

/** Addresses as they may be shown: without user, password or token. */
export function shownFleetAddress(text: string): string {
  return text
    .split(',')
    .map(one => one.trim().replace(/^((?:[a-z]+:\/\/)?)[^/]*@/i, '$1'))
    .join(',');
}

/** Null where none is in force, also where one was refused: what is told of that has the version 0. */
export function policyInForce<P extends { readonly version: number }>(policy: P | null | undefined): P | null {
  return policy && policy.version > 0 ? policy : null;
}
