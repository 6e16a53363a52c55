// Which hosts a gateway answers to: those that whoever runs it has named, because a name that anybody may point here is no proof of being meant.
import { countHosts } from './request-guard.ts';
import type { IncomingMessage } from 'node:http';
import type { HttpRefusal } from './request-guard.ts';

/** As `--host` takes it: a name or an address, in lower case, with a port where only that one is meant. Null for what is none. */
export function readHost(text: string): string | null {
  const host = text.trim().toLowerCase();
  // A wildcard would be taken for a name of its own, which nobody has.
  if (host.includes('*') || !URL.canParse(`http://${host}/`)) return null;
  const url = new URL(`http://${host}/`);
  const written = url.port === '' ? url.hostname : `${url.hostname}:${url.port}`;
  return written === host.replace(/:80$/, '') && url.username === '' ? host : null;
}

/** Refuses DNS rebinding, and every page: a page is sent here by somebody, and no program says where it came from. */
export function guardGatewayRequest(
  request: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  hosts: readonly string[],
): HttpRefusal | null {
  const count = countHosts(request.rawHeaders);
  if (count !== 1) return { status: 400, message: `The request has ${count} Host headers; send exactly one.` };
  const host = (request.headers.host ?? '').toLowerCase();
  if (!hosts.some(one => one === host || one === host.replace(/:\d+$/, ''))) {
    const shown = JSON.stringify(host.slice(0, 100));
    return { status: 403, message: `The host ${shown} is not served here; ask who runs this gateway for its name.` };
  }
  const { origin } = request.headers;
  if (origin === undefined) return null;
  return {
    status: 403,
    message: `Requests of pages are refused, also from ${JSON.stringify(origin.slice(0, 100))}; use a program.`,
  };
}
