// The `fetch` of a sandboxed script: only to allowed hosts, also after a redirect, without cookies, with bounds.
import { refusalOf } from './allowed-hosts.ts';

export interface FetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
}

export interface FetchResponse {
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer;
}

const maxBodyBytes = 16 * 1024 * 1024;
const maxRedirects = 5;
const timeoutMs = 30_000;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Of the wire, not of the script: they could name another host than the one that was checked. */
const ownHeaders = new Set(['host', 'cookie', 'connection', 'content-length', 'transfer-encoding', 'upgrade']);

/** Rejects with an Error whose message is for the script's author. */
export async function guardedFetch(
  request: FetchRequest,
  body: string | ArrayBuffer | null,
  hosts: readonly string[],
): Promise<FetchResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  let { url, method } = request;
  let headers = new Headers(
    request.headers.filter(([name]) => !ownHeaders.has(name.toLowerCase())).map(([k, v]) => [k, v]),
  );
  let sent = method === 'GET' || method === 'HEAD' ? null : body;
  for (let step = 0; ; step += 1) {
    const refusal = refusalOf(url, hosts);
    if (refusal) throw new Error(refusal);
    const response = await fetch(url, { method, headers, body: sent, redirect: 'manual', signal }).catch(named(url));
    const location = redirects.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return read(response, url, step > 0);
    await response.body?.cancel();
    if (step >= maxRedirects) throw new Error(`${request.url} redirects more than ${maxRedirects} times.`);
    const next = new URL(location, url);
    // As the Fetch standard has it: a 303, and a POST that moved, go on as GET; another origin gets no credentials.
    if (response.status === 303 || (response.status < 303 && method === 'POST')) {
      method = method === 'HEAD' ? 'HEAD' : 'GET';
      sent = null;
      headers.delete('content-type');
    }
    if (next.origin !== new URL(url).origin) {
      headers = new Headers(headers);
      headers.delete('authorization');
    }
    url = next.href;
  }
}

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
    const { cause = error } = error as { cause?: unknown };
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new Error(`fetch of ${JSON.stringify(new URL(url).host)} failed: ${reason}`);
  };
}
