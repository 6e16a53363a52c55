// What kind of place an IP address is: this machine, a network that is not the internet, or the internet. Pure.
import { BlockList, isIP } from 'node:net';

/** `link-local`: the network segment itself, where cloud machines serve their credentials (169.254.169.254). */
export type AddressKind = 'loopback' | 'link-local' | 'private' | 'public';

/** IANA "Special-Purpose Address Registry" for IPv4: what is not reachable over the internet. */
const special4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);
/** RFC 4291: of IPv6 only 2000::/3 is the internet. */
const internet6 = blockList('ipv6', [['2000::', 3]]);
/** And of that not these: protocols and tunnels that carry an address of their own, examples. */
const special6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);
const linkLocal6 = blockList('ipv6', [['fe80::', 10]]);
/** RFC 6052: an IPv4 address stands in the last 32 bits. */
const nat64 = blockList('ipv6', [['64:ff9b::', 96]]);
const mapped = blockList('ipv6', [['::ffff:0:0', 96]]);

/** What is no IP address counts as private, so that it is reached by nobody far away. */
export function kindOfAddress(address: string): AddressKind {
  const [plain = ''] = address.replace(/^\[|\]$/g, '').split('%');
  switch (isIP(plain)) {
    case 4:
      return kindOf4(plain);
    case 6:
      return kindOf6(plain);
    default:
      return 'private';
  }
}

function kindOf4(address: string): AddressKind {
  if (address.startsWith('127.')) return 'loopback';
  if (address.startsWith('169.254.')) return 'link-local';
  return special4.check(address, 'ipv4') ? 'private' : 'public';
}

function kindOf6(address: string): AddressKind {
  const groups = groupsOf(address);
  if (groups.slice(0, 7).every(group => group === 0) && groups[7] === 1) return 'loopback';
  if (nat64.check(address, 'ipv6') || mapped.check(address, 'ipv6')) return kindOf4(embedded4(groups));
  if (linkLocal6.check(address, 'ipv6')) return 'link-local';
  return internet6.check(address, 'ipv6') && !special6.check(address, 'ipv6') ? 'public' : 'private';
}

/** The eight groups of an address that `isIP` knows as IPv6. */
function groupsOf(address: string): number[] {
  // The one parser of Node that writes an address in full turns dotted ends into groups, too.
  const { hostname } = new URL(`http://[${address}]/`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)));
  if (tail === undefined) return groups(head);
  const [front, back] = [groups(head), groups(tail)];
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function embedded4(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap(group => [group >> 8, group & 255])
    .join('.');
}

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family);
  return list;
}
