// Addresses of NATS servers: what may be meant, what goes over TLS, and what may go without.
import { shownFleetAddress } from '../../../../contract/fleet.ts';
import { hubError } from '../../../../words/hub-error.ts';

export interface FleetAddress {
  /** As the client takes them: `host:port`. */
  readonly servers: readonly string[];
  readonly tls: boolean;
  /** All of them are on this machine. */
  readonly isLocal: boolean;
  /** Without userinfo, with its scheme and port. */
  readonly shown: string;
  /** What stood before an @ in the first that has it. */
  readonly user: string | null;
  readonly password: string | null;
}

const standardPort = '4222';
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Throws HubError for what is none, and for plaintext over a network that nobody has allowed. */
export function readFleetAddress(text: string, allowPlaintext: boolean): FleetAddress {
  const urls = text
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '')
    .map(one => urlOf(one, text));
  const [first] = urls;
  if (!first) throw other(text);
  const tls = urls.some(({ protocol }) => protocol === 'tls:');
  const isLocal = urls.every(({ hostname }) => loopback.test(hostname));
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || standardPort}`);
  const shown = servers.map(server => `${tls ? 'tls' : 'nats'}://${server}`).join(',');
  if (!tls && !isLocal && !allowPlaintext)
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-plaintext', address: shown });
  const named = urls.find(({ username }) => username !== '');
  const isOther = ({ username, password }: URL) =>
    username !== '' && (username !== named?.username || password !== named.password);
  if (urls.some(isOther)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-address-users', address: shown });
  return {
    ...{ servers, tls, isLocal, shown },
    user: named ? decoded(named.username) : null,
    password: named && named.password !== '' ? decoded(named.password) : null,
  };
}

function urlOf(one: string, text: string): URL {
  const written = one.includes('://') ? one : `nats://${one}`;
  const url = URL.canParse(written) ? new URL(written) : null;
  const isPlain = url !== null && ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  if (!isPlain || !/^(?:nats|tls):$/.test(url.protocol) || url.hostname === '') throw other(text);
  return url;
}

function other(text: string): Error {
  return hubError('ERR_INVALID_ARGUMENTS', {
    kind: 'fleet-address-other',
    found: shownFleetAddress(text).slice(0, 200),
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
