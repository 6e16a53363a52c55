// Which origins of pages may use MCP over HTTP: none unless listed, `http://localhost:*` stands for every port (spec 004 "CORS").
import type { IncomingMessage } from 'node:http';

const allowHeaders = [
  'Content-Type',
  'Authorization',
  'Accept',
  'Last-Event-ID',
  'Mcp-Session-Id',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
];
const preflightSeconds = 600;

/** Whether `origin` is one of `patterns`, compared whole; a `:*` at a pattern's end takes any port or none. */
export function isListedOrigin(origin: string, patterns: readonly string[]): boolean {
  return patterns.some(pattern => {
    if (!pattern.endsWith(':*')) return pattern === origin;
    const base = pattern.slice(0, -':*'.length);
    if (!origin.startsWith(base)) return false;
    return /^(?::\d{1,5})?$/.test(origin.slice(base.length));
  });
}

/** Headers for a request of a listed origin; none for any other. */
export function corsHeaders(
  request: Pick<IncomingMessage, 'headers'>,
  patterns: readonly string[],
): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !isListedOrigin(origin, patterns)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Mcp-Session-Id, X-Session-Id, Retry-After, WWW-Authenticate',
    vary: 'Origin',
  };
}

/** The rest of what a preflight of a listed origin is answered with. */
export function preflightHeaders(request: Pick<IncomingMessage, 'headers'>): Record<string, string> {
  // Arguments of tools may travel in headers whose names only the tool knows (MCP 2026-07-28 "Mcp-Param").
  const asked = (request.headers['access-control-request-headers'] ?? '').split(',').map(name => name.trim());
  const params = asked.filter(name => /^mcp-param-[\w-]{1,100}$/i.test(name)).slice(0, 50);
  return {
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': [...allowHeaders, ...params].join(', '),
    'access-control-max-age': String(preflightSeconds),
  };
}
