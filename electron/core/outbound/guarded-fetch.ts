// The one fetch for what others name (servers, their sign-ins, scripts): every hop and every address is judged, and no redirect carries secrets on.
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { expectReach, guardedLookup, RefusedAddress } from './guarded-lookup.ts';
import type { IncomingMessage } from 'node:http';
import type { OutboundRules } from './guarded-lookup.ts';

export interface GuardedFetchOptions extends OutboundRules {
  /** Throws for an address that is not asked at all; called for each hop, which waits for it. */
  readonly expect?: (url: URL) => unknown;
  readonly maxRedirects?: number;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const withoutBody = new Set([101, 204, 205, 304]);
/** All that another origin is told; whatever else was set may be a credential. */
const harmless =
  /^(accept|accept-encoding|accept-language|range|if-range|content-type|user-agent|mcp-protocol-version|mcp-method|mcp-name)$/;

/** Kept connections are of one fetch alone: they were judged by its rules. A server may close them at any time, so not for long. */
const kept = { keepAlive: true, timeout: 4_000 };

interface Sender extends GuardedFetchOptions {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** What came, with its body as Node reads it, decoded; null where there is none. */
export interface GuardedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** Of the last hop. */
  readonly url: string;
  readonly redirected: boolean;
  /** Ends with the reason of the request's signal when that aborts. */
  readonly body: Readable | null;
}

type Asking = (...asked: Parameters<typeof fetch>) => Promise<GuardedAnswer>;

/** A `fetch` without cookies, caches and proxies. Rejects as fetch does, with RefusedAddress or what `expect` throws as it is. */
export function createGuardedFetch(options: GuardedFetchOptions): typeof fetch {
  const asking = createGuardedAsking(options);
  return async (input, init) => {
    const answer = await asking(input, init);
    const body = answer.body && (Readable.toWeb(answer.body) as ReadableStream<Uint8Array>);
    return asResponse(answer, body);
  };
}

/** The same for those who read the body themselves: a stream of the web costs more than the many small pieces of a model. */
export function createGuardedAsking(options: GuardedFetchOptions): Asking {
  const sender = { ...options, http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  return async (input, init) => {
    // Reads what callers give in all the forms that fetch takes, and checks it as fetch does.
    const asked = new Request(input, init);
    const url = new URL(asked.url);
    const first: Hop = { url, method: asked.method, headers: asked.headers, body: await bodyOf(asked, init) };
    return follow(first, asked, sender);
  };
}

interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Buffer | null;
}

/** A text needs no way over a stream. */
async function bodyOf(asked: Request, init: RequestInit | undefined): Promise<Buffer | null> {
  if (typeof init?.body === 'string') return Buffer.from(init.body);
  return asked.body === null ? null : Buffer.from(await asked.arrayBuffer());
}

async function follow(first: Hop, asked: Request, sender: Sender): Promise<GuardedAnswer> {
  const { redirect } = asked;
  const { maxRedirects = 5 } = sender;
  let hop = first;
  for (let step = 0; ; step += 1) {
    await sender.expect?.(hop.url);
    const answer = await ask(hop, asked, sender);
    const { statusCode = 0, headers } = answer;
    const { location } = headers;
    const isFollowed = redirects.has(statusCode) && location !== undefined && redirect !== 'manual';
    if (!isFollowed) return answerOf(answer, hop.url, step > 0, asked);
    answer.destroy();
    if (redirect === 'error') throw new TypeError(`${hop.url.host} redirects, which is not followed.`);
    if (step >= maxRedirects) throw new Error(`${first.url.href} redirects more than ${maxRedirects} times.`);
    const next = new URL(location, hop.url);
    if (hop.url.protocol === 'https:' && next.protocol !== 'https:')
      throw new Error(`${hop.url.host} redirects from https to ${next.protocol}//${next.host}, which is not followed.`);
    hop = nextHop(hop, statusCode, next);
  }
}

/** As the Fetch standard has it: a 303, and a POST that moved, go on as GET. */
function nextHop({ url, method, headers: sent, body }: Hop, status: number, next: URL): Hop {
  const headers = new Headers(sent);
  if (next.origin !== url.origin)
    for (const name of [...headers.keys()]) if (!harmless.test(name)) headers.delete(name);
  const becomesGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
  if (!becomesGet) return { url: next, method, headers, body };
  headers.delete('content-type');
  return { url: next, method: 'GET', headers, body: null };
}

async function ask(hop: Hop, asked: Request, sender: Sender, isAgain = false): Promise<IncomingMessage> {
  const { url, method, headers, body } = hop;
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError(`${url.protocol} is not asked; use https.`);
  expectReach(url.hostname, sender);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === null ? {} : { 'content-length': String(body.length) };
  const given = { 'accept-encoding': 'gzip, deflate, br', ...Object.fromEntries(headers), ...length };
  return new Promise((resolve, reject) => {
    const agent = isAgain ? false : url.protocol === 'https:' ? sender.https : sender.http;
    const request = send(url, { method, headers: given, lookup: guardedLookup(sender), agent, signal: asked.signal });
    request.once('response', resolve);
    request.once('error', (error: NodeJS.ErrnoException) => {
      if (asked.signal.aborted) return reject(asked.signal.reason as Error);
      // The server closed a kept connection while this was on its way (Node's documentation of `request.reusedSocket`).
      if (request.reusedSocket && error.code === 'ECONNRESET' && !isAgain)
        return resolve(ask(hop, asked, sender, true));
      reject(asFetchError(error));
    });
    request.end(body ?? undefined);
  });
}

/** Holds `asked` itself for as long as the answer goes on: the signal of a Request follows its caller's only while the Request lives. */
function answerOf(answer: IncomingMessage, url: URL, redirected: boolean, asked: Request): GuardedAnswer {
  const { statusCode: status = 500, statusMessage: statusText = '', headersDistinct } = answer;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  const abort = () => answer.destroy(asked.signal.reason as Error);
  asked.signal.addEventListener('abort', abort, { once: true });
  answer.once('close', () => asked.signal.removeEventListener('abort', abort));
  const hasBody = !withoutBody.has(status);
  if (!hasBody) answer.resume();
  const body = hasBody ? decoded(answer) : null;
  return { status: Math.max(200, status), statusText, headers, url: url.href, redirected, body };
}

export function asResponse(answer: GuardedAnswer, body: ReadableStream<Uint8Array> | null): Response {
  const { status, statusText, headers, url, redirected } = answer;
  const response = new Response(body, { status, statusText, headers });
  Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } });
  return response;
}

function decoded(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return answer;
  const decoder = encoding === 'br' ? createBrotliDecompress() : createUnzip();
  answer.once('error', error => decoder.destroy(error));
  decoder.once('close', () => answer.destroy());
  return answer.pipe(decoder);
}

/** `fetch` says little and gives the cause; programs that read its errors look there. */
function asFetchError(cause: Error): Error {
  return cause instanceof RefusedAddress ? cause : new TypeError('fetch failed', { cause });
}
