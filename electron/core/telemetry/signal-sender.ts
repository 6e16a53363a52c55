// Sends what is queued of one signal: in batches, one request at a time, again after a back-off, and tells how that goes. Nobody waits for it.
import { backOffMs, ExportQueue } from './export-queue.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { SignalHealth } from '../../../contract/schemas/telemetry.ts';
import type { ExportQueueBounds } from './export-queue.ts';
import type { PostOutcome } from './otlp-post.ts';

export interface Accepted {
  readonly rejected: number;
  readonly said: string;
}

export interface SignalSenderOptions<T> {
  /** As it is shown. */
  readonly address: string;
  /** Null where nothing is left to send. */
  serialize(rows: readonly T[]): Uint8Array | null;
  /** What the receiver says of a request that it has taken. */
  accepted(body: Uint8Array): Accepted;
  post(body: Uint8Array, signal: AbortSignal): Promise<PostOutcome>;
  now(): number;
  random(): number;
  onHealth(health: SignalHealth): void;
  readonly batchMs?: number;
  readonly bounds?: ExportQueueBounds;
}

const usualBounds: ExportQueueBounds = { rows: 8_192, bytes: 16 * 1024 * 1024 };
const maxBatch = 512;
const defaultBatchMs = 1_000;
/** The last of a hub that ends. */
const flushMs = 2_000;
const healthMs = 250;

export class SignalSender<T> {
  readonly #options: SignalSenderOptions<T>;
  readonly #queue: ExportQueue<T>;
  readonly #aborted = new AbortController();
  /** Taken from the queue and not yet taken by the receiver. */
  #batch: readonly T[] = [];
  #timer: NodeJS.Timeout | null = null;
  #healthTimer: NodeJS.Timeout | null = null;
  #sending: Promise<void> | null = null;
  #failures = 0;
  #sent = 0;
  #dropped = 0;
  #lastSentAt: number | null = null;
  #reason: Reason | null = null;
  #isFailing = false;
  #isEnded = false;

  constructor(options: SignalSenderOptions<T>) {
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
      queued: this.#queue.queued + this.#batch.length,
      reason: this.#reason,
    };
  }

  push(row: T, bytes: number): void {
    if (this.#isEnded) return;
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
    while (goesOn && this.#rest > 0 && !this.#aborted.signal.aborted) {
      const before = this.#failures;
      await this.#send();
      goesOn = this.#failures <= before;
    }
    clearTimeout(late);
    this.#aborted.abort();
    if (this.#healthTimer) clearTimeout(this.#healthTimer);
    this.#healthTimer = null;
  }

  get #rest(): number {
    return this.#queue.queued + this.#batch.length;
  }

  #plan(ms: number): void {
    if (this.#timer || this.#sending || this.#isEnded) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#sending = this.#send().finally(() => {
        this.#sending = null;
        if (this.#rest > 0 && this.#failures === 0) this.#plan(this.#rest < maxBatch ? this.#batchMs : 0);
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
    if (this.#batch.length === 0) this.#batch = this.#queue.take(maxBatch);
    const body = this.#serialized();
    if (body === null) return this.#tellSoon();
    const outcome = await this.#options.post(body, this.#aborted.signal);
    if (outcome.kind === 'taken') this.#taken(outcome.body);
    else if (outcome.kind === 'again') this.#again(outcome);
    else this.#refused(outcome);
    this.#tellSoon();
  }

  /** A row that cannot be written must not stop those behind it. */
  #serialized(): Uint8Array | null {
    try {
      const body = this.#options.serialize(this.#batch);
      if (body === null) this.#batch = [];
      return body;
    } catch (error) {
      this.#drop({ kind: 'telemetry-not-written', said: error instanceof Error ? error.message : String(error) });
      return null;
    }
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
    this.#reason = lost > 0 ? { kind: 'telemetry-partly', address, rejected: lost, said } : null;
  }

  #again({ status, said, retryAfterMs, reason }: PostOutcome & { kind: 'again' }): void {
    const { address, random } = this.#options;
    this.#failures += 1;
    this.#isFailing = true;
    this.#reason =
      reason ??
      (status === null
        ? { kind: 'telemetry-unreachable', address, said }
        : { kind: 'telemetry-busy', address, status, said });
    if (this.#isEnded) return;
    const wait = backOffMs(this.#failures, retryAfterMs, random);
    this.#sending = null;
    this.#plan(wait);
  }

  #refused({ status, said }: PostOutcome & { kind: 'refused' }): void {
    this.#drop({ kind: 'telemetry-refused', address: this.#options.address, status, said });
  }

  /** The next ones are sent all the same: the receiver may take them. */
  #drop(reason: Reason): void {
    this.#dropped += this.#batch.length;
    this.#batch = [];
    this.#reason = reason;
    this.#failures = 0;
    this.#isFailing = true;
  }

  #tellSoon(): void {
    if (this.#isEnded) return;
    this.#healthTimer ??= setTimeout(() => {
      this.#healthTimer = null;
      this.#options.onHealth(this.health);
    }, healthMs).unref();
  }
}
