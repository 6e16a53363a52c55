// Where an entry may lead: one of a source on the internet leads to nothing on this machine or in its network. Pure.
import { isIP } from 'node:net';
import { kindOfAddress } from '../../outbound/address-kinds.ts';
import { isLocalName } from '../../outbound/reach.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Way } from '../../../../contract/schemas/catalogue.ts';

type Fetched = Pick<Way, 'kind' | 'identifier' | 'registry'>;

/** Why its package is not fetched from where it says. `source` is the address of its source; null where it is of none. What names mean is looked at when they are asked. */
export function nearPlace({ kind, identifier, registry }: Fetched, source: string | null): Reason | null {
  if (source === null || !isOnInternet(source)) return null;
  const places = [registry, kind === 'mcpb' ? identifier : null].filter(place => place !== null);
  const near = places.find(place => URL.canParse(place) && !isOnInternet(place));
  return near === undefined ? null : { kind: 'install-near-address', address: near, source: new URL(source).host };
}

/** As far as its address says. A file is not. */
export function isOnInternet(address: string): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? !isLocalName(host) : kindOfAddress(host) === 'public';
}
