// Sends what is queued of one signal: in batches, one request at a time, again after a back-off, and tells how that goes. Nobody waits for it.
import { backOffMs, countWithin, ExportQueue } from './export-queue.ts';
import { whyOf, writeInTurns } from './write-in-turns.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { SignalHealth } from '../../../contract/schemas/telemetry.ts';
import type { ExportQueueBounds, Queued } from './export-queue.ts';
import type { PostOutcome } from './otlp-post.ts';

export interface Accepted {
  readonly rejected: number;
  readonly said: string;
}

export interface SignalSenderOptions<T, Made> {
  /** As it is shown. */
  readonly address: string;
  /** A row as it is sent, masked. Calls come between two rows that are long. */
  written(row: T): readonly Made[];
  /** Null where nothing is left to send. */
  serialize(made: readonly Made[]): Uint8Array | null;
  /** What the receiver says of a request that it has taken. */
  accepted(body: Uint8Array): Accepted;
  post(body: Uint8Array, signal: AbortSignal): Promise<PostOutcome>;
  now(): number;
  random(): number;
  onHealth(health: SignalHealth): void;
  readonly batchMs?: number;
  readonly bounds?: ExportQueueBounds;
  /** Each row says all that those before it said: they need not be sent. */
  readonly isNewestAlone?: boolean;
}

const usualBounds: ExportQueueBounds = { rows: 8_192, bytes: 16 * 1024 * 1024 };
/** Of one request. Bytes are those that a row takes here: about twice of what is sent of it. */
const maxBatch: ExportQueueBounds = { rows: 512, bytes: 1024 * 1024 };
/** A receiver that finds this too large is sent no less at once. */
const leastBytes = 16 * 1024;
const defaultBatchMs = 1_000;
/** The last of a hub that ends. */
const flushMs = 2_000;
/** "Content Too Large" (RFC 9110, section 15.5.14). */
const tooLarge = 413;
const healthMs = 250;

export class SignalSender<T, Made = T> {
  readonly #options: SignalSenderOptions<T, Made>;
  readonly #queue: ExportQueue<T>;
  readonly #aborted = new AbortController();
  /** Taken from the queue and not yet taken by the receiver; and what is left of one that was too large. */
  #batch: readonly Queued<T>[] = [];
  #rest: readonly Queued<T>[] = [];
  #most = maxBatch;
  #timer: NodeJS.Timeout | null = null;
  #healthTimer: NodeJS.Timeout | null = null;
  #sending: Promise<void> | null = null;
  #failures = 0;
  #sent = 0;
  #dropped = 0;
  #lastSentAt: number | null = null;
  #reason: Reason | null = null;
  #failedAt: number | null = null;
  #isFailing = false;
  #isEnded = false;

  constructor(options: SignalSenderOptions<T, Made>) {
    this.#options = options;
    this.#queue = new ExportQueue<T>(options.bounds ?? usualBounds);
  }

  get health(): SignalHealth {
    return {
      on: true,
      endpoint: this.#options.address,
      state: this.#isFailing ? 'failing' : 'ok',
      lastSentAt: this.#lastSentAt,
      sent: this.#sent,
      dropped: this.#dropped + this.#queue.dropped,
      queued: this.#waiting,
      reason: this.#reason,
      failedAt: this.#failedAt,
    };
  }

  push(row: T, bytes: number): void {
    if (this.#isEnded) return;
    if (this.#options.isNewestAlone) this.#queue.take({ rows: Infinity, bytes: Infinity });
    if (this.#queue.push(row, bytes)) this.#plan(this.#options.batchMs ?? defaultBatchMs);
    this.#tellSoon();
  }

  /** What never came into the queue. */
  lost(): void {
    this.#dropped += 1;
    this.#tellSoon();
  }

  /** Sends what is there, for so long as that may take; what is left then is dropped. */
  async stop(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancel();
    const late = setTimeout(() => this.#aborted.abort(), flushMs).unref();
    await this.#sending;
    let goesOn = true;
    while (goesOn && this.#waiting > 0 && !this.#aborted.signal.aborted) {
      const before = this.#failures;
      await this.#send();
      goesOn = this.#failures <= before;
    }
    clearTimeout(late);
    this.#aborted.abort();
    if (this.#healthTimer) clearTimeout(this.#healthTimer);
    this.#healthTimer = null;
  }

  get #waiting(): number {
    return this.#queue.queued + this.#batch.length + this.#rest.length;
  }

  #plan(ms: number): void {
    if (this.#timer || this.#sending || this.#isEnded) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#sending = this.#send().finally(() => {
        this.#sending = null;
        if (this.#waiting === 0 || this.#failures > 0) return;
        const isMuch = this.#rest.length > 0 || this.#queue.exceeds(this.#most);
        this.#plan(isMuch ? 0 : this.#batchMs);
      });
    }, ms).unref();
  }

  get #batchMs(): number {
    return this.#options.batchMs ?? defaultBatchMs;
  }

  #cancel(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #send(): Promise<void> {
    this.#takeBatch();
    const body = this.#serialized(await this.#written());
    if (body === null) return this.#tellSoon();
    const outcome = await this.#options.post(body, this.#aborted.signal);
    if (outcome.kind === 'taken') this.#taken(outcome.body);
    else if (outcome.kind === 'again') this.#again(outcome);
    else this.#refused(outcome);
    this.#tellSoon();
  }

  #takeBatch(): void {
    const isOld = this.#options.isNewestAlone && this.#queue.queued > 0;
    if (this.#batch.length > 0 && !isOld) return;
    const some = countWithin(this.#rest, this.#most);
    this.#batch = some > 0 ? this.#rest.slice(0, some) : this.#queue.take(this.#most);
    this.#rest = this.#rest.slice(some);
  }

  async #written(): Promise<readonly Made[]> {
    const { made, kept, fault } = await writeInTurns(this.#batch, row => this.#options.written(row));
    this.#dropped += this.#batch.length - kept.length;
    this.#batch = kept;
    if (fault !== null) this.#notWritten(fault);
    return made;
  }

  #serialized(made: readonly Made[]): Uint8Array | null {
    try {
      const body = made.length === 0 ? null : this.#options.serialize(made);
      if (body === null) this.#batch = [];
      return body;
    } catch (error) {
      this.#dropped += this.#batch.length;
      this.#batch = [];
      this.#notWritten(whyOf(error));
      return null;
    }
  }

  #notWritten(said: string): void {
    this.#failed({ kind: 'telemetry-not-written', said });
    this.#isFailing = true;
  }

  #taken(body: Uint8Array): void {
    const { rejected, said } = this.#options.accepted(body);
    const lost = Math.min(rejected, this.#batch.length);
    this.#sent += this.#batch.length - lost;
    this.#dropped += lost;
    this.#batch = [];
    this.#failures = 0;
    this.#isFailing = false;
    this.#lastSentAt = this.#options.now();
    const { address } = this.#options;
    if (lost > 0) this.#failed({ kind: 'telemetry-partly', address, rejected: lost, said });
  }

  #again({ status, said, retryAfterMs, reason }: PostOutcome & { kind: 'again' }): void {
    const { address, random } = this.#options;
    this.#failures += 1;
    this.#isFailing = true;
    const why =
      status === null
        ? ({ kind: 'telemetry-unreachable', address, said } as const)
        : ({ kind: 'telemetry-busy', address, status, said } as const);
    this.#failed(reason ?? why);
    if (this.#isEnded) return;
    const wait = backOffMs(this.#failures, retryAfterMs, random);
    this.#sending = null;
    this.#plan(wait);
  }

  /** The next ones are sent all the same: the receiver may take them. */
  #refused({ status, said }: PostOutcome & { kind: 'refused' }): void {
    this.#failures = 0;
    if (status === tooLarge && this.#batch.length > 1) return this.#halve();
    this.#dropped += this.#batch.length;
    this.#batch = [];
    this.#failed({ kind: 'telemetry-refused', address: this.#options.address, status, said });
    this.#isFailing = true;
  }

  #halve(): void {
    const middle = Math.ceil(this.#batch.length / 2);
    this.#rest = [...this.#batch.slice(middle), ...this.#rest];
    this.#batch = this.#batch.slice(0, middle);
    const bytes = this.#batch.reduce((sum, each) => sum + each.bytes, 0);
    this.#most = { rows: maxBatch.rows, bytes: Math.max(leastBytes, Math.min(bytes, this.#most.bytes)) };
  }

  #failed(reason: Reason): void {
    this.#reason = reason;
    this.#failedAt = this.#options.now();
  }

  #tellSoon(): void {
    if (this.#isEnded) return;
    this.#healthTimer ??= setTimeout(() => {
      this.#healthTimer = null;
      this.#options.onHealth(this.health);
    }, healthMs).unref();
  }
}
