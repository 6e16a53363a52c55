// The fetch that providers are asked with: what is refused, late or lost becomes one kind of error, and silence ends.

import { HubError } from '../../../../contract/errors.ts';
import { isRecord, parseJson } from '../../../../contract/json.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { asResponse, createGuardedAsking } from '../../outbound/guarded-fetch.ts';
import { reachOfServer } from '../../outbound/reach.ts';
import { ArrivedBytes } from './arrived-bytes.ts';
import { retryAfterSeconds } from './retry-after.ts';
import type { Readable } from 'node:stream';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Resolve } from '../../outbound/guarded-lookup.ts';

export interface ModelFetchOptions {
  /** What the provider is called in errors. */
  readonly provider: string;
  readonly baseUrl: string;
  /** How long it may be silent: until the first byte, and between two. */
  readonly silenceMs: number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** That of the system when absent. */
  readonly resolve?: Resolve | undefined;
}

const maxErrorChars = 2_000;
const refusesKey = new Set([401, 403]);
const refusedCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'EPIPE']);

/** Rejects, and breaks its bodies, with HubError alone, but for the abort of whoever asked. */
export function createModelFetch(options: ModelFetchOptions): typeof fetch {
  const { baseUrl, resolve } = options;
  const asking = createGuardedAsking({ reach: reachOfServer(baseUrl), ...(resolve && { resolve }) });
  return async (input, init) => {
    const ending = new Ending(init?.signal ?? null, options);
    try {
      const answer = await ending.within(asking(input, { ...init, signal: ending.signal }));
      const response = asResponse(answer, answer.body && ending.watched(answer.body));
      if (!response.ok) throw await refusalOf(response, options);
      return response;
    } catch (error) {
      ending.done();
      throw ending.why(error, false);
    }
  };
}

/** Ends one request: when its asker leaves, or when the provider is silent for too long. */
class Ending {
  readonly #options: ModelFetchOptions;
  readonly #asker: AbortSignal | null;
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort(this.#asker?.reason);
  #timer: NodeJS.Timeout | null = null;
  #isWaiting = false;

  constructor(asker: AbortSignal | null, options: ModelFetchOptions) {
    this.#options = options;
    this.#asker = asker;
    if (asker?.aborted) this.#abort();
    asker?.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Only while something is waited for does its silence count: whoever reads slowly is not held against the provider. */
  async within<T>(step: Promise<T>): Promise<T> {
    const { silenceMs } = this.#options;
    // One timer for all of an answer: each piece of it starts it anew, which costs less than another one.
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#late(), silenceMs);
    this.#isWaiting = true;
    try {
      return await step;
    } finally {
      this.#isWaiting = false;
    }
  }

  #late(): void {
    if (!this.#isWaiting) return void this.#timer?.refresh();
    const { provider, silenceMs } = this.#options;
    const seconds = Math.round(silenceMs / 1_000);
    this.#controller.abort(hubError('ERR_MODEL_FAILED', { kind: 'model-timed-out', provider, seconds }));
  }

  /** Its bytes, all that are there at once; they end in order, or with the reason why they did not. */
  watched(body: Readable): ReadableStream<Uint8Array> {
    const arrived = new ArrivedBytes(body);
    return new ReadableStream<Uint8Array>(
      {
        pull: async controller => {
          try {
            const bytes = await this.within(arrived.next());
            if (bytes !== null) return controller.enqueue(bytes);
            this.done();
            controller.close();
          } catch (error) {
            this.done();
            controller.error(this.why(error, true));
          }
        },
        cancel: () => {
          this.done();
          body.destroy();
        },
      },
      { highWaterMark: 0 },
    );
  }

  done(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#asker?.removeEventListener('abort', this.#abort);
  }

  why(error: unknown, isUnderWay: boolean): unknown {
    if (this.#asker?.aborted) return this.#asker.reason;
    if (this.signal.aborted) return this.signal.reason;
    if (error instanceof HubError) return error;
    const { provider, baseUrl } = this.#options;
    if (isUnderWay) return hubError('ERR_MODEL_FAILED', { kind: 'model-connection-lost', provider });
    return hubError('ERR_MODEL_FAILED', unreachable(error, provider, baseUrl));
  }
}

function unreachable(error: unknown, provider: string, baseUrl: string): Reason {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED') return { kind: 'model-not-running', provider, at: new URL(baseUrl).host };
  if (code === 'ECONNRESET' || code === 'EPIPE') return { kind: 'model-connection-lost', provider };
  return { kind: 'model-unreachable', provider, why: reasonOf(refusedCodes.has(code) ? cause : error) };
}

async function refusalOf(response: Response, { provider, now }: ModelFetchOptions): Promise<HubError> {
  const { status, headers } = response;
  const said = saidIn(await textOf(response));
  if (status === 429) {
    const seconds = retryAfterSeconds(headers, now());
    return hubError('ERR_MODEL_FAILED', { kind: 'model-rate-limited', provider, seconds });
  }
  if (refusesKey.has(status)) return hubError('ERR_MODEL_FAILED', { kind: 'model-key-refused', provider, status });
  return hubError('ERR_MODEL_FAILED', { kind: 'model-refused', provider, status, said: said || response.statusText });
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxErrorChars * 4) break;
  }
  return text;
}

/** Ollama says `{error: text}`, the others `{error: {message}}`, and a proxy anything. */
function saidIn(text: string): string {
  try {
    const body = parseJson(text);
    const error = isRecord(body) ? (body['error'] ?? body['message'] ?? body['detail']) : null;
    const said = isRecord(error) ? error['message'] : error;
    return (typeof said === 'string' ? said : text).slice(0, maxErrorChars);
  } catch {
    return text.slice(0, maxErrorChars);
  }
}
