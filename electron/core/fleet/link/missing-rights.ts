// What somebody has to be given who may not use a subject: the rights of a hub with the options of their command, or those of whoever administers.
import { isFleetName } from '../../../../contract/fleet.ts';
import { fleetRights } from './fleet-rights.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetRights, RightsOptions } from './fleet-rights.ts';

/** What the server has said that it does not allow. */
export interface Forbidden {
  readonly operation: 'publish' | 'subscription';
  readonly subject: string;
}

export interface WhoMayNot {
  readonly prefix: string;
  /** Under which name it came. */
  readonly hub: string;
}

const usualPrefix = 'pilothouse';

/** What `fleet rights` prints without any option, and with each of them that gives more. */
const kinds: readonly (readonly [string, RightsOptions])[] = [
  ['', {}],
  [' --reads-streams', { readsStreams: true }],
  [' --signs', { signs: true }],
  [' --gateway', { isGateway: true }],
];

export function notAllowed({ operation, subject }: Forbidden, { prefix, hub }: WhoMayNot): Reason {
  const administers: Reason = { kind: 'fleet-not-administrator', subject };
  if (!isFleetName(hub)) return administers;
  const has = (rights: FleetRights) =>
    rights[operation === 'publish' ? 'publish' : 'subscribe'].allow.some(allowed => fits(subject, allowed));
  const [, share] = operation === 'subscription' ? (/\.call\.([^.*>]+)\.\*$/.exec(subject) ?? []) : [];
  const named = share === undefined ? [] : [[` --serves ${share}`, { serves: [share] }] as const];
  const found = [...kinds, ...named].find(([, options]) => has(fleetRights(prefix, hub, options)));
  // No hub's rights are for it.
  if (!found) return administers;
  return { kind: 'fleet-not-allowed', hub, subject, flags: found[0] + prefixFlag(prefix) };
}

/** For commands that print rights. */
export function prefixFlag(prefix: string): string {
  return prefix === usualPrefix ? '' : ` --prefix ${prefix}`;
}

/** As NATS compares: `*` is one token, `>` is all that follow. */
function fits(subject: string, allowed: string): boolean {
  const [asked, given] = [subject.split('.'), allowed.split('.')];
  const end = given.indexOf('>');
  if (end === -1 ? asked.length !== given.length : asked.length <= end) return false;
  return given.every((token, at) => token === '*' || token === '>' || token === asked[at]);
}
