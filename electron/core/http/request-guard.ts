// Who may speak to an HTTP way in at all: checked before a body is read. Loopback host names only, no foreign origin.
import { isListedOrigin } from './cors.ts';
import type { IncomingMessage } from 'node:http';

const ownNames = ['127.0.0.1', 'localhost', '[::1]'];

export interface HttpRefusal {
  readonly status: 400 | 401 | 403;
  readonly message: string;
}

/**
 * Refuses DNS rebinding and cross-site requests (MCP 2025-11-25 "Transports", Security Warning: Origin must be validated).
 * `port` is the one that is listened on, `origins` are as in `isListedOrigin`. Returns null when the request may go on.
 */
export function guardRequest(
  request: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  port: number,
  origins: readonly string[] = [],
): HttpRefusal | null {
  const hosts = countHosts(request.rawHeaders);
  if (hosts !== 1) return { status: 400, message: `The request has ${hosts} Host headers; send exactly one.` };
  const host = (request.headers.host ?? '').toLowerCase();
  if (!ownNames.some(name => host === `${name}:${port}`))
    return {
      status: 403,
      message: `The host ${JSON.stringify(host.slice(0, 100))} is not served here; use 127.0.0.1:${port}.`,
    };
  const { origin } = request.headers;
  if (origin === undefined || isListedOrigin(origin, origins)) return null;
  return { status: 403, message: `Requests from the origin ${JSON.stringify(origin.slice(0, 100))} are refused.` };
}

/** What a page of `port` would send. */
export function ownOrigins(port: number): string[] {
  return ownNames.map(name => `http://${name}:${port}`);
}

/** Names and values stand in turns. */
export function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** The token of `Authorization: Bearer <token>` (RFC 6750 section 2.1), or null. */
export function bearerToken(request: Pick<IncomingMessage, 'headers'>): string | null {
  return /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/**
 * Whether a browser asks without naming the page that wants it: for an image, a script, what was typed as an address. Such requests carry
 * no Origin, but every browser of today sends Sec-Fetch-Site with them, most a Referer too. Programs send neither.
 */
export function isUnnamedPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.origin === undefined && (headers['sec-fetch-site'] !== undefined || headers.referer !== undefined);
}

/** The path without its query, as it was sent: a parser of URLs throws at some of what clients send. */
export function pathOf(request: Pick<IncomingMessage, 'url'>): string {
  return (request.url ?? '/').split('?', 1)[0] || '/';
}
