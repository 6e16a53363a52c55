// The hub's side of the trace: takes what the tap sees, hands it on in batches, and asks for windows. Costs little on the way of a message.
import { HubError } from '../../../contract/schemas/errors.ts';
import { chunkBytes, OpWriter, sizeOf } from './op-writer.ts';
import { unexpected, WorkerLink } from './worker-link.ts';
import type { Reason } from '../../../contract/reason.ts';
import type {
  TraceEntry,
  TraceFilter,
  TracePayload,
  TraceValues,
  TraceWindow,
} from '../../../contract/schemas/trace.ts';
import type { Seen } from './excerpt.ts';
import type { Chunk } from './op-writer.ts';
import type { TraceClose, TraceOpen, TraceTap } from './tap.ts';
import type { ToolAnswer, ToolAsk, ToolName } from './tool-asks.ts';
import type { ValuesAsk } from './trace-values.ts';
import type { WindowAsk } from './trace-window.ts';
import type { Answer } from './worker-link.ts';
import type { FromTraceWorker, ToTraceWorker, TraceLimits } from './worker-messages.ts';

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

export type WindowBounds = Pick<WindowAsk, 'until' | 'near' | 'nearAt'>;

export interface TraceLog extends TraceTap {
  /** `count` (at most 200) matching entries beginning with number `from` (oldest is 0, -1 gives the newest). Rejects with HubError. */
  window(filter: TraceFilter, from: number, count: number, bounds?: WindowBounds): Promise<TraceWindow>;
  values(ask: ValuesAsk): Promise<TraceValues>;
  /** Rejects with HubError when the entry is not kept any more, or too many are pinned. */
  pin(seq: number, on: boolean): Promise<void>;
  pins(): Promise<readonly TraceEntry[]>;
  payload(seq: number): Promise<TracePayload>;
  /** Asks for something beside these. Rejects with HubError. */
  tool<N extends ToolName>(name: N, ask: ToolAsk<N>): Promise<ToolAnswer<N>>;
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

  async window(filter: TraceFilter, from: number, count: number, bounds: WindowBounds = {}): Promise<TraceWindow> {
    const answer = await this.#ask('window', id => ({
      kind: 'window',
      id,
      ask: { filter, from, count, ...bounds },
    }));
    return answer.window;
  }

  async values(ask: ValuesAsk): Promise<TraceValues> {
    return (await this.#ask('values', id => ({ kind: 'values', id, ask }))).values;
  }

  async pin(seq: number, on: boolean): Promise<void> {
    const { refusal } = await this.#ask('pin', id => ({ kind: 'pin', id, seq, on }));
    if (refusal !== null) throw new HubError('ERR_INVALID_ARGUMENTS', refusal);
  }

  async pins(): Promise<readonly TraceEntry[]> {
    return (await this.#ask('pins', id => ({ kind: 'pins', id }))).entries;
  }

  async payload(seq: number): Promise<TracePayload> {
    return (await this.#ask('payload', id => ({ kind: 'payload', id, seq }))).payload;
  }

  async tool<N extends ToolName>(tool: N, ask: ToolAsk<N>): Promise<ToolAnswer<N>> {
    this.#sendSecrets();
    const { reply } = await this.#ask('tool', id => ({ kind: 'tool', id, tool, ask }));
    if (reply.ok) return reply.value as ToolAnswer<N>;
    throw new HubError('ERR_INVALID_ARGUMENTS', reply.sentence);
  }

  async stop(): Promise<void> {
    this.#stopBatch();
    if (this.#changeTimer) clearTimeout(this.#changeTimer);
    this.#changeTimer = null;
    this.#change = null;
    await this.#link.stop();
  }

  /** Asks after all that was traced before is on its way. */
  async #ask<K extends Answer['kind']>(
    kind: K,
    question: (id: number) => ToTraceWorker,
  ): Promise<Answer & { readonly kind: K }> {
    this.#flush();
    const answer = await this.#link.ask(question);
    if (answer.kind !== kind) throw unexpected(answer.kind);
    return answer as Answer & { readonly kind: K };
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
