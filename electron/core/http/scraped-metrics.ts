// `/metrics` on the port of MCP over HTTP: who shows its token reads the hub's metrics, and nobody else learns more than whether it is on.
import { HttpError } from './replies.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Metrics as whoever scrapes them reads them. */
export interface ScrapedMetrics {
  /** Compares in constant time. */
  isToken(token: string): boolean;
  text(accept: string | undefined): Promise<{ readonly contentType: string; readonly text: string }>;
}

const metricsPath = '/metrics';

export function isScrape(path: string): boolean {
  return path === metricsPath;
}

/** Throws HttpError where it is off, not allowed or asked in another way. */
export async function serveScrape(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  scraped: ScrapedMetrics | null,
  isProven: boolean,
): Promise<void> {
  if (!scraped)
    throw new HttpError(404, 'Metrics are off; switch them on in Pilothouse under Settings, Observability.');
  if (!isProven) throw unauthorized();
  if (method !== 'GET' && method !== 'HEAD')
    throw new HttpError(405, `${method} is not served at ${metricsPath}; GET is.`, undefined, {
      headers: { allow: 'GET, HEAD' },
    });
  const { contentType, text } = await scraped.text(headers.accept);
  // Who asked may have left meanwhile.
  if (response.destroyed) return;
  response.writeHead(200, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(method === 'HEAD' ? undefined : text);
}

function unauthorized(): HttpError {
  const sentence =
    'The bearer token is missing or wrong. /metrics takes its own alone; make it in Pilothouse under Settings, Observability.';
  return new HttpError(401, sentence, undefined, { headers: { 'www-authenticate': 'Bearer realm="metrics"' } });
}
