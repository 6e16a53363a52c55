// The hub's side of the trace: takes what the tap sees, hands it on in batches, and passes queries on. Costs little on the way of a message.
import { chunkBytes, OpWriter, sizeOf } from './op-codec.ts';
import { WorkerLink } from './worker-link.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Seen } from './excerpt.ts';
import type { Chunk } from './op-codec.ts';
import type { TraceClose, TraceOpen, TraceTap } from './tap.ts';
import type { TraceLimits } from './trace-columns.ts';
import type { QueryAnswer, QueryName, QueryParams } from './trace-queries.ts';
import type { FromTraceWorker } from './worker-messages.ts';

export interface TraceChange {
  readonly total: number;
  readonly newest: number;
}

export interface TraceLogOptions {
  /** The built `trace-worker.ts`, absolute. */
  readonly workerPath: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a monotonic clock, such as performance.now. */
  monotonic(): number;
  /** Secret values to mask wherever they appear; read before each batch. */
  redactValues(): readonly string[];
  /** At most ten times a second. */
  onChanged(change: TraceChange): void;
  /** Takes what does not work. */
  problems(reason: Reason): void;
  readonly limits?: TraceLimits;
}

export interface TraceLog extends TraceTap {
  /** Rejects with HubError. All that was traced before it is in the answer. */
  query<N extends QueryName>(name: N, params: QueryParams<N>): Promise<QueryAnswer<N>>;
  /** Ends the worker; the tap then takes calls and forgets them. May be called twice. */
  stop(): Promise<void>;
}

const traceLimits: TraceLimits = { entries: 1_000_000, payloadBytes: 64 * 1024 * 1024 };

/** What is on its way to the worker is memory of this process: payloads that come faster than it takes them are left out. */
const maxBytesOnTheWay = 4 * 1024 * 1024;
/** Chunks that are kept to be written again. */
const maxSpareChunks = 4;
const batchMs = 20;
const changedMs = 100;

export function createTraceLog(options: TraceLogOptions): TraceLog {
  return new BatchingTraceLog(options);
}

class BatchingTraceLog implements TraceLog {
  readonly #options: TraceLogOptions;
  readonly #limits: TraceLimits;
  readonly #link: WorkerLink;
  readonly #writer: OpWriter;
  #seq = 0;
  #batchTimer: NodeJS.Timeout | null = null;
  /** Posted, and not yet taken by the worker. */
  #opsOnTheWay = 0;
  #bytesOnTheWay = 0;
  #spare: ArrayBuffer[] = [];
  #isBehind = false;
  #sentSecrets: readonly string[] = [];
  #change: TraceChange | null = null;
  #changeTimer: NodeJS.Timeout | null = null;

  constructor(options: TraceLogOptions) {
    this.#options = options;
    this.#limits = options.limits ?? traceLimits;
    this.#writer = new OpWriter(
      chunk => this.#post(chunk),
      () => this.#spare.pop(),
    );
    this.#link = new WorkerLink({
      workerPath: options.workerPath,
      limits: this.#limits,
      monotonic: () => options.monotonic(),
      taken: answer => this.#taken(answer),
      died: reason => this.#died(reason),
    });
  }

  open(entry: TraceOpen): number {
    this.#seq += 1;
    if (!this.#takes()) return this.#seq;
    const { now, monotonic } = this.#options;
    this.#writer.open(this.#seq, now(), monotonic(), entry, this.#hasRoom(entry.message));
    return this.#seq;
  }

  waiting(seq: number): void {
    if (this.#takes()) this.#writer.waiting(seq);
  }

  close(seq: number, close: TraceClose): void {
    if (!this.#takes()) return;
    this.#writer.close(seq, this.#options.monotonic(), close, close.message !== null && this.#hasRoom(close.message));
  }

  query<N extends QueryName>(name: N, params: QueryParams<N>): Promise<QueryAnswer<N>> {
    this.#flush();
    this.#sendSecrets();
    return this.#link.query(name, params);
  }

  async stop(): Promise<void> {
    this.#stopBatch();
    if (this.#changeTimer) clearTimeout(this.#changeTimer);
    this.#changeTimer = null;
    this.#change = null;
    await this.#link.stop();
  }

  #hasRoom(message: Seen): boolean {
    const room = Math.min(maxBytesOnTheWay, this.#limits.payloadBytes);
    return this.#bytesOnTheWay + this.#writer.length + sizeOf(message) <= room;
  }

  /** Whether one more operation is written. A worker that stands still must not fill the memory. */
  #takes(): boolean {
    if (!this.#link.isRunning) return false;
    if (this.#opsOnTheWay + this.#writer.ops >= this.#limits.entries) {
      this.#leaveOut();
      return false;
    }
    this.#batchTimer ??= setTimeout(() => this.#flush(), batchMs).unref();
    return true;
  }

  #leaveOut(): void {
    if (this.#isBehind) return;
    this.#isBehind = true;
    this.#options.problems({ kind: 'trace-behind', entries: this.#limits.entries });
  }

  #flush(): void {
    this.#stopBatch();
    this.#writer.flush();
  }

  #stopBatch(): void {
    if (this.#batchTimer) clearTimeout(this.#batchTimer);
    this.#batchTimer = null;
  }

  /** What leaves in a file is masked by the secrets of now, also of those that came after the entry. */
  #sendSecrets(): void {
    const secrets = this.#options.redactValues();
    if (secrets.length !== this.#sentSecrets.length || secrets.some((value, i) => value !== this.#sentSecrets[i])) {
      this.#sentSecrets = [...secrets];
      this.#link.post({ kind: 'secrets', values: this.#sentSecrets });
    }
  }

  #post({ bytes, length, ops }: Chunk): void {
    this.#sendSecrets();
    this.#opsOnTheWay += ops;
    this.#bytesOnTheWay += length;
    this.#link.post({ kind: 'chunk', bytes, length, ops }, [bytes]);
  }

  #taken({ bytes, length, ops, total, newest }: FromTraceWorker & { kind: 'taken' }): void {
    this.#opsOnTheWay -= ops;
    this.#bytesOnTheWay -= length;
    if (this.#opsOnTheWay === 0) this.#isBehind = false;
    if (bytes.byteLength === chunkBytes && this.#spare.length < maxSpareChunks) this.#spare.push(bytes);
    this.#changed({ total, newest });
  }

  #died(reason: Reason): void {
    this.#opsOnTheWay = 0;
    this.#bytesOnTheWay = 0;
    this.#sentSecrets = [];
    this.#writer.restart();
    this.#options.problems(reason);
    this.#changed({ total: 0, newest: this.#seq });
  }

  /** Says the first change at once and the newest of those that follow 100 ms later. */
  #changed(change: TraceChange): void {
    this.#change = change;
    if (!this.#changeTimer) this.#emitChange();
  }

  #emitChange(): void {
    this.#changeTimer = null;
    const change = this.#change;
    if (!change) return;
    this.#change = null;
    this.#changeTimer = setTimeout(() => this.#emitChange(), changedMs).unref();
    this.#options.onChanged(change);
  }
}
