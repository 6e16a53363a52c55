// Asks a registry for JSON: again after a while where that helps, as late as it asks for, and never for more than is read.
import { parseJson } from '../../../contract/json.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { createGuardedAsking } from '../../core/outbound/guarded-fetch.ts';
import { reachOfServer } from '../../core/outbound/reach.ts';
import { mibOf } from './source-limits.ts';
import { SourceTrouble } from './source-trouble.ts';
import type { Readable } from 'node:stream';
import type { GuardedAnswer } from '../../core/outbound/guarded-fetch.ts';
import type { SourceLimits } from './source-limits.ts';

export interface AskerOptions {
  /** Where the registry is; what it leads to is no nearer than it. */
  readonly address: string;
  readonly limits: SourceLimits;
  /** Ends all of it. */
  readonly signal: AbortSignal;
  /** Rejects when `signal` aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
}

/** What an answer is, where it is one: `value` of 200, else the status. */
export interface Answered {
  readonly status: number;
  readonly value: unknown;
}

/** A registry may be busy, or between two of its own starts. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export class PoliteAsker {
  readonly #options: AskerOptions;
  readonly #ask: ReturnType<typeof createGuardedAsking>;
  readonly #place: string;
  #bytes = 0;

  constructor(options: AskerOptions) {
    this.#options = options;
    this.#place = new URL(options.address).host;
    this.#ask = createGuardedAsking({ reach: reachOfServer(options.address) });
  }

  /** Rejects with SourceTrouble. A status that no further question would change is the caller's to judge. */
  async json(url: URL): Promise<Answered> {
    const { limits, pause, signal } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#once(url).catch((error: unknown) => this.#failed(error));
      if ('status' in outcome) return outcome;
      if (attempt >= limits.retries) throw outcome.trouble;
      await pause(outcome.waitMs ?? limits.backOffMs * 2 ** attempt, signal);
    }
  }

  async #once(url: URL): Promise<Answered | { trouble: SourceTrouble; waitMs: number | null }> {
    const { limits, signal } = this.#options;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(limits.answerMs)]);
    const answer = await this.#ask(url.href, { headers: { accept: 'application/json' }, signal: ending });
    const { status, body } = answer;
    if (status === 200) return { status, value: this.#parsed(await this.#read(body)) };
    body?.destroy();
    if (!passing.has(status)) return { status, value: null };
    const waitMs = this.#askedWait(answer);
    const seconds = Math.ceil((waitMs ?? 0) / 1_000);
    const trouble = new SourceTrouble(
      status === 429 && seconds > 0
        ? { kind: 'catalogue-asks-to-wait', place: this.#place, seconds }
        : { kind: 'catalogue-answered', place: this.#place, status },
    );
    if (waitMs !== null && waitMs > limits.waitMs) throw trouble;
    return { trouble, waitMs };
  }

  /** What passes by itself is worth another question; what was refused or stopped is not. */
  #failed(error: unknown): { trouble: SourceTrouble; waitMs: null } {
    const { signal, limits } = this.#options;
    signal.throwIfAborted();
    if (error instanceof SourceTrouble) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      const seconds = Math.ceil(limits.answerMs / 1_000);
      return { trouble: new SourceTrouble({ kind: 'catalogue-too-slow', place: this.#place, seconds }), waitMs: null };
    }
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const trouble = new SourceTrouble({ kind: 'catalogue-unreachable', place: this.#place, why: reasonOf(cause) });
    // `fetch failed` is of the network; all else was refused by us, and would be again.
    if (!(error instanceof TypeError)) throw trouble;
    return { trouble, waitMs: null };
  }

  /** RFC 9110 section 10.2.3: seconds, or a date. */
  #askedWait({ headers }: GuardedAnswer): number | null {
    const said = headers.get('retry-after')?.trim() ?? '';
    if (/^\d{1,9}$/.test(said)) return Number(said) * 1_000;
    const until = Date.parse(said);
    return Number.isFinite(until) ? Math.max(0, until - this.#options.now()) : null;
  }

  async #read(body: Readable | null): Promise<string> {
    const { pageBytes, totalBytes } = this.#options.limits;
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of body ?? []) {
      const chunk = piece as Buffer;
      bytes += chunk.length;
      this.#bytes += chunk.length;
      const most = bytes > pageBytes ? pageBytes : this.#bytes > totalBytes ? totalBytes : null;
      // Leaving the loop ends the stream.
      if (most !== null) throw new SourceTrouble({ kind: 'catalogue-too-large', place: this.#place, mib: mibOf(most) });
      pieces.push(chunk);
    }
    return Buffer.concat(pieces).toString('utf8');
  }

  #parsed(text: string): unknown {
    try {
      return parseJson(text);
    } catch {
      throw new SourceTrouble({ kind: 'catalogue-unreadable', place: this.#place, expected: 'registry' });
    }
  }
}
