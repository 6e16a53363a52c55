// Where the MCP server of a site may be: the rules of both generations of the API, of which an address has to keep one. Pure.
import { PageFault } from './page-fault.ts';

const ownMachine: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const maxUrlChars = 2_000;

/** How a site says that its server is reached. */
export type SiteTransport = 'sse' | 'http' | 'websocket';

const transports: Readonly<Record<string, SiteTransport>> = {
  sse: 'sse',
  http: 'http',
  'streamable-http': 'http',
  streamable_http: 'http',
  websocket: 'websocket',
};

/** With encryption it may be anywhere, otherwise on this machine or at the page's own origin. Throws ERR_MCP_REGISTER, which names the rule. */
export function siteAddress(text: string, origin: string): URL {
  if (text.length > maxUrlChars || !URL.canParse(text)) throw badAddress(text, 'it is no address');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw badAddress(text, 'a name or password may not stand in it');
  if (url.protocol === 'https:' || url.protocol === 'wss:') return url;
  if (url.protocol !== 'http:' && url.protocol !== 'ws:')
    throw badAddress(text, `it begins with "${url.protocol}", and must begin with https: (or http: on this machine)`);
  if (ownMachine.has(url.hostname) || originOfHttp(url) === origin) return url;
  throw badAddress(
    text,
    `without encryption only this machine (localhost, 127.0.0.1) and ${origin} itself are allowed`,
  );
}

/** Null for an unknown one, such as a program that a page would like to have started. */
export function siteTransport(named: string | undefined, url: URL): SiteTransport | null {
  if (url.protocol === 'wss:' || url.protocol === 'ws:') return 'websocket';
  if (named === undefined) return url.pathname.replace(/\/+$/, '').endsWith('/sse') ? 'sse' : 'http';
  return Object.hasOwn(transports, named) ? (transports[named] ?? null) : null;
}

function originOfHttp(url: URL): string {
  return new URL(url.href.replace(/^ws:/, 'http:')).origin;
}

function badAddress(text: string, why: string): PageFault {
  const shown = JSON.stringify(text.slice(0, 120));
  return new PageFault('ERR_MCP_REGISTER', `The server address ${shown} cannot be used: ${why}.`, {
    reason: 'INVALID_URL',
  });
}
