// Looking names up for a connection: the address that was judged is the one that is connected to, so no second answer of the DNS counts.
import { lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Reach } from './reach.ts';

/** As node:dns `lookup` with all of a name's addresses. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The name means an address that it may not mean. */
export class RefusedAddress extends Error {}

export interface OutboundRules {
  readonly reach: Reach;
  /** That of the system when absent. */
  readonly resolve?: Resolve;
}

/** Throws RefusedAddress for a host that is an IP address itself, which no lookup is asked for. */
export function expectReach(hostname: string, { reach }: OutboundRules): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  const refusal = isIP(address) ? reach(hostname, address) : null;
  if (refusal !== null) throw new RefusedAddress(refusal);
}

/** For the `lookup` of node:net, node:http and node:https. */
export function guardedLookup({ reach, resolve = systemLookup }: OutboundRules): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const refusals = addresses.map(({ address }) => reach(hostname, address));
      const [first, ...rest] = addresses.filter((_, index) => refusals[index] === null);
      if (!first) return callback(new RefusedAddress(refusals[0] ?? `${hostname} has no address.`), '', 0);
      if (options.all) callback(null, [first, ...rest]);
      else callback(null, first.address, first.family);
    });
  };
}
