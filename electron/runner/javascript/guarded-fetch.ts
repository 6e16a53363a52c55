// The `fetch` of a sandboxed script: only to allowed hosts, also after a redirect, without cookies, with bounds.
import { createGuardedFetch } from '../../core/outbound/guarded-fetch.ts';
import { RefusedAddress } from '../../core/outbound/guarded-lookup.ts';
import { reachOfHosts } from '../../core/outbound/reach.ts';
import { refusalOf } from './allowed-hosts.ts';
import type { Resolve } from '../../core/outbound/guarded-lookup.ts';
import type { FetchRequest, FetchResponse } from './inside/host.ts';

const maxBodyBytes = 16 * 1024 * 1024;
const maxRedirects = 5;
const timeoutMs = 30_000;
/** Of the wire, not of the script: they could name another host than the one that was checked. */
const ownHeaders = new Set(['host', 'cookie', 'connection', 'content-length', 'transfer-encoding', 'upgrade']);

/** Rejects with an Error whose message is for the script's author. */
export async function guardedFetch(
  request: FetchRequest,
  body: string | ArrayBuffer | null,
  hosts: readonly string[],
  resolve?: Resolve,
): Promise<FetchResponse> {
  const { url, method } = request;
  const fetchOnce = createGuardedFetch({
    reach: reachOfHosts(hosts),
    ...(resolve && { resolve }),
    expect: hop => {
      const refusal = refusalOf(hop.href, hosts);
      if (refusal) throw new Refused(refusal);
    },
    maxRedirects,
  });
  const refusal = refusalOf(url, hosts);
  if (refusal) throw new Refused(refusal);
  const response = await fetchOnce(url, {
    method,
    headers: request.headers.filter(([name]) => !ownHeaders.has(name.toLowerCase())).map(([k, v]) => [k, v]),
    body: method === 'GET' || method === 'HEAD' ? null : body,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(named(url));
  return read(response, response.url, response.redirected);
}

class Refused extends Error {}

async function read(response: Response, url: string, redirected: boolean): Promise<FetchResponse> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    // Leaving the loop cancels the rest.
    if (length > maxBodyBytes)
      throw new Error(`The answer of ${url} is larger than ${maxBodyBytes >> 20} MiB; ask for less.`);
    parts.push(part);
  }
  const whole = Buffer.concat(parts);
  return {
    url,
    redirected,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].filter(([name]) => name !== 'set-cookie'),
    body: whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length),
  };
}

function named(url: string): (error: unknown) => never {
  return error => {
    if (error instanceof RefusedAddress)
      throw new Error(`fetch of ${JSON.stringify(new URL(url).host)} is refused: ${error.message}`);
    if (!(error instanceof Error) || error.cause === undefined) throw error;
    const { cause = error } = error as { cause?: unknown };
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new Error(`fetch of ${JSON.stringify(new URL(url).host)} failed: ${reason}`);
  };
}
