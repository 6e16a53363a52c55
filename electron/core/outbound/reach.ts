// Which addresses a host name may mean, for whoever the hub asks on behalf of. Pure: an address goes in, a sentence or null comes out.
import { isIP } from 'node:net';
import { kindOfAddress } from './address-kinds.ts';
import type { AddressKind } from './address-kinds.ts';

/** Null when `hostname` may be connected to at `address`, else one sentence with its remedy. */
export type Reach = (hostname: string, address: string) => string | null;

export type KindOf = (address: string) => AddressKind;

/** `localhost` and what lies below it (RFC 6761 section 6.3). */
export function isLocalName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost');
}

/**
 * For a server whose address the user typed. Itself it may be anywhere, but a name other than localhost does not mean this machine.
 * What it leads to (a redirect, its sign-in) is no nearer than it is: a server on the internet names nothing private and nothing of
 * this machine. Hosts of its own domain may be as private as it. Link-local addresses are reached only where they were typed.
 */
export function reachOfServer(serverUrl: string, kindOf: KindOf = kindOfAddress): Reach {
  const typed = plain(new URL(serverUrl).hostname);
  const typedKind = isLocalName(typed) ? 'loopback' : isIP(typed) ? kindOf(typed) : 'public';
  return (hostname, address) => {
    const [host, kind] = [plain(hostname), kindOf(address)];
    if (host === typed && isIP(host)) return null;
    if (kind === 'public') return null;
    const isLocal = isLocalName(host) || isIP(host) !== 0;
    if (kind === 'loopback' && typedKind === 'loopback' && isLocal) return null;
    const isOfItsDomain = host === typed || sameDomain(host, typed);
    if (kind === 'private' && (typedKind === 'private' || typedKind === 'loopback' || isOfItsDomain)) return null;
    if (host === typed)
      return `${host} means ${address}, which is ${words[kind]}; give the server's address as that if this is meant.`;
    return `It leads to ${host} at ${address}, which is ${words[kind]} and not asked for a server at ${typed}; check who runs it.`;
  };
}

/**
 * For programs in a sandbox with named hosts. A name means the internet; it means another address only where that is among the
 * hosts, too, and `localhost` means this machine.
 */
export function reachOfHosts(hosts: readonly string[]): Reach {
  const listed = new Set(
    hosts.map(host =>
      plain(
        host
          .trim()
          .toLowerCase()
          .replace(/(?<=[\]\d]):\d+$/, ''),
      ),
    ),
  );
  return (hostname, address) => {
    const [host, kind] = [plain(hostname), kindOfAddress(address)];
    if (kind === 'public' || isIP(host) || listed.has(plain(address))) return null;
    if (kind === 'loopback' && isLocalName(host)) return null;
    return `${host} means ${address}, which is ${words[kind]}; add ${JSON.stringify(address)} to the hosts of this server if it may go there.`;
  };
}

const words: Readonly<Record<AddressKind, string>> = {
  loopback: 'this machine',
  'link-local': 'a link-local address',
  private: 'a private network',
  public: 'the internet',
};

function plain(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[|\]$/g, '');
}

/** `sso.corp.example` beside `mcp.corp.example`. */
function sameDomain(one: string, other: string): boolean {
  const [a, b] = [one, other].map(name => name.split('.').slice(1).join('.'));
  return isIP(one) === 0 && isIP(other) === 0 && a === b && a !== undefined && a.includes('.');
}
