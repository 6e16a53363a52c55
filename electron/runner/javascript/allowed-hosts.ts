// Which addresses a server's `fetch` may reach: the hosts that its config names, and nothing else.
import { allowsHost } from '../host-patterns.ts';

const local = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Null when `address` may be fetched, else a sentence that names its host and the remedy. */
export function refusalOf(address: string, hosts: readonly string[]): string | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return `${JSON.stringify(address)} is no address; fetch needs a whole one, such as "https://api.example.com/v1".`;
  }
  const { protocol, hostname, host, port } = url;
  if (protocol !== 'https:' && !(protocol === 'http:' && local.has(hostname))) {
    return `fetch of ${JSON.stringify(url.origin === 'null' ? protocol : url.origin)} is refused: only https is allowed, and http to localhost; use "https://".`;
  }
  const standard = protocol === 'https:' ? 443 : 80;
  if (allowsHost(hosts, hostname, Number(port || standard), standard)) return null;
  const known = hosts.length === 0 ? 'it has none' : `it has ${hosts.join(', ')}`;
  return `fetch of ${JSON.stringify(host)} is refused: this host is not among the hosts of this server (${known}); add ${JSON.stringify(host)} to its hosts in Pilothouse.`;
}
