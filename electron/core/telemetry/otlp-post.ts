// One request of OTLP over HTTP, and what its answer means: taken, to be tried again, or refused (OpenTelemetry protocol, "OTLP/HTTP").
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
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

/** Never rejects. */
export async function post(to: PostTo, body: Uint8Array, signal: AbortSignal): Promise<PostOutcome> {
  const { url, protocol, compression, timeoutMs } = to;
  try {
    const isPacked = compression === 'gzip';
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        ...to.headers,
        'content-type': protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
        ...(isPacked && { 'content-encoding': 'gzip' }),
      },
      body: new Uint8Array(isPacked ? await packed(body) : body),
      // Headers with secrets go to the address that the user has named, and to no other.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    return outcomeOf(answer, await readAnswer(answer), to.now());
  } catch (error) {
    return { kind: 'again', status: null, said: whyOf(error), retryAfterMs: null };
  }
}

function outcomeOf({ ok, status, headers }: Response, body: Uint8Array, now: number): PostOutcome {
  if (ok) return { kind: 'taken', body };
  const isText = /^(text\/plain|application\/json)/.test(headers.get('content-type') ?? '');
  const said = isText ? plain(Buffer.from(body).toString()) : '';
  if (!retryable.has(status)) return { kind: 'refused', status, said };
  return { kind: 'again', status, said, retryAfterMs: retryAfter(headers.get('retry-after'), now) };
}

async function readAnswer({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
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
  if (error.name === 'TimeoutError') return 'timeout';
  const cause: unknown = error.cause;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : plain(cause.message);
  return plain(error.message);
}

function plain(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxSaidChars);
}
