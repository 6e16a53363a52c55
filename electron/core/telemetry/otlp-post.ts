// One request of OTLP over HTTP, and what its answer means: taken, to be tried again, or refused (OpenTelemetry protocol, "OTLP/HTTP").
import { request as plainly } from 'node:http';
import { request as overTls } from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Reason } from '../../../contract/reasons.ts';
import type { StoredSignal } from '../../../contract/schemas/telemetry.ts';

export type PostOutcome =
  | { readonly kind: 'taken'; readonly body: Uint8Array }
  | {
      readonly kind: 'again';
      readonly status: number | null;
      readonly said: string;
      readonly retryAfterMs: number | null;
      /** Why nothing was sent. */
      readonly reason?: Reason;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly said: string };

export interface PostTo {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: StoredSignal['protocol'];
  readonly compression: StoredSignal['compression'];
  readonly timeoutMs: number;
  now(): number;
}

/** "Retryable Response Codes". */
const retryable: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const maxAnswerBytes = 64 * 1024;
const maxSaidChars = 200;
const packed = promisify(gzip);

/** Of one connection, and not of what is said over it. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** Never rejects. */
export async function post(to: PostTo, body: Uint8Array, signal: AbortSignal): Promise<PostOutcome> {
  const { protocol, compression, timeoutMs } = to;
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const isPacked = compression === 'gzip';
    const headers = {
      'user-agent': 'Pilothouse',
      ...Object.fromEntries(Object.entries(to.headers).filter(([name]) => !ofConnection.has(name.toLowerCase()))),
      'content-type': protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    };
    const sent = isPacked ? await packed(body) : body;
    return outcomeOf(await ask(to.url, { headers, signal: AbortSignal.any([signal, limit]) }, sent), to.now());
  } catch (error) {
    return { kind: 'again', status: null, said: limit.aborted ? 'timeout' : whyOf(error), retryAfterMs: null };
  }
}

/** Not by `fetch`, which adds headers of a browser. Redirects are not followed: headers with secrets go to the address that the user has named, and to no other. */
function ask(
  url: URL,
  options: { readonly headers: OutgoingHttpHeaders; readonly signal: AbortSignal },
  body: Uint8Array,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? overTls : plainly;
    const asked = request(url, { ...options, method: 'POST' }, answer => {
      const { statusCode: status = 0, headers } = answer;
      readAnswer(answer).then(read => resolve({ status, headers, body: read }), reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

function outcomeOf({ status, headers, body }: Answer, now: number): PostOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken', body };
  const isText = /^(text\/plain|application\/json)/.test(headers['content-type'] ?? '');
  const said = isText ? plain(Buffer.from(body).toString()) : '';
  if (!retryable.has(status)) return { kind: 'refused', status, said };
  return { kind: 'again', status, said, retryAfterMs: retryAfter(headers['retry-after'] ?? null, now) };
}

async function readAnswer(answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return plain(String(error));
  return 'code' in error ? String(error.code) : plain(error.message);
}

function plain(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxSaidChars);
}
