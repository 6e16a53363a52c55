// The hub's side of the trace: writes what the tap sees into chunks for the trace's thread, and asks the thread. Costs little on the way of a message.
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { HubError } from '../../../contract/errors.ts';
import { hubError } from '../../../words/hub-error.ts';
import { chunkBytes, OpWriter, sizeOf } from './op-codec.ts';
import { readKept } from './restore-kept.ts';
import { panelQueries } from './trace-messages.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Seen } from './excerpt.ts';
import type { Chunk } from './op-codec.ts';
import type { KeptTrace } from './record/kept-files.ts';
import type { TraceClose, TraceFollower, TraceMoment, TraceOpen, TraceTap } from './tap.ts';
import type { TraceLimits } from './trace-columns.ts';
import type {
  FromTraceThread,
  PanelQueryHandlers,
  QueryAnswer,
  QueryName,
  QueryParams,
  QueryReply,
  ThreadData,
  ToTraceThread,
} from './trace-messages.ts';

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
  readonly limits: TraceLimits;
  /** What an earlier run kept, and the folder where this one keeps its newest part; nothing is kept when absent. */
  readonly kept?: KeptTrace | undefined;
}

export const traceLimits: TraceLimits = { entries: 1_000_000, payloadBytes: 64 * 1024 * 1024 };

/** What is on its way to the thread is memory of this process: payloads that come faster than it takes them are left out. */
const maxBytesOnTheWay = 4 * 1024 * 1024;
/** Chunks that are kept to be written again. */
const maxSpareChunks = 4;
/** Each batch wakes the thread, which on few cores is time that messages wait: as seldom as the panel, told every `changedMs`, does not notice. */
const batchMs = 50;
const maxFlushMs = 1_000;
const changedMs = 100;
/** A thread that dies more often than this within a minute is not started again. */
const maxDeaths = 3;
const deathsWithinMs = 60_000;
/** All that lives long in the thread lies outside of its heap, so a small room for what lives short is enough. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

export class TraceLog implements TraceTap {
  /** Answers the panel's requests that are questions to the trace and nothing else. */
  readonly panelHandlers = Object.fromEntries<unknown>(
    panelQueries.map(name => [`trace:${name}`, (params: QueryParams<typeof name>) => this.query(name, params)]),
  ) as PanelQueryHandlers;
  readonly #options: TraceLogOptions;
  readonly #writer: OpWriter;
  readonly #queries = new Map<number, { resolve: (reply: QueryReply) => void; reject: (error: HubError) => void }>();
  #worker: Worker | null = null;
  #deaths: number[] = [];
  #lastQuery = 0;
  #seq = 0;
  #batchTimer: NodeJS.Timeout | null = null;
  /** Posted, and not yet taken by the thread. */
  #opsOnTheWay = 0;
  #bytesOnTheWay = 0;
  #spare: ArrayBuffer[] = [];
  #isBehind = false;
  #sentSecrets: readonly string[] = [];
  #change: TraceChange | null = null;
  #changeTimer: NodeJS.Timeout | null = null;
  /** Almost always none. Replaced, never changed, so that one may leave while it is told. */
  #followers: readonly TraceFollower[] = [];

  constructor(options: TraceLogOptions) {
    const { kept } = options;
    // The texts of an earlier run go to the thread, and are held no longer than that.
    this.#options = { ...options, kept: kept && { ...kept, text: '' } };
    // Numbers go on, so that an entry of an earlier run is none of this one.
    this.#seq = kept?.newest ?? 0;
    this.#writer = new OpWriter(
      chunk => this.#send(chunk),
      () => this.#spare.pop(),
    );
    this.#start();
    // Where it cannot be read, what an earlier run kept is left out; the trace goes on.
    if (kept?.text) this.#restore(kept.text).catch(() => {});
  }

  async #restore(text: string): Promise<void> {
    for await (const entries of readKept(text)) this.#post({ kind: 'restore', entries });
  }

  /** Shows it each message from now on, also while the thread is off. Returns the function that ends it. */
  follow(follower: TraceFollower): () => void {
    this.#followers = [...this.#followers, follower];
    return () => {
      this.#followers = this.#followers.filter(each => each !== follower);
    };
  }

  open(entry: TraceOpen): number {
    this.#seq += 1;
    if (this.#followers.length > 0) {
      const at = this.#moment();
      for (const follower of this.#followers) follower.opened(this.#seq, at, entry);
    }
    if (!this.#takes()) return this.#seq;
    const { now, monotonic } = this.#options;
    this.#writer.open(this.#seq, now(), monotonic(), entry, this.#hasRoom(entry.message));
    return this.#seq;
  }

  waiting(seq: number): void {
    if (this.#followers.length > 0) {
      const at = this.#moment();
      for (const follower of this.#followers) follower.waiting?.(seq, at);
    }
    if (this.#takes()) this.#writer.waiting(seq);
  }

  close(seq: number, close: TraceClose): void {
    if (this.#followers.length > 0) {
      const at = this.#moment();
      for (const follower of this.#followers) follower.closed(seq, at, close);
    }
    if (!this.#takes()) return;
    this.#writer.close(seq, this.#options.monotonic(), close, close.message !== null && this.#hasRoom(close.message));
  }

  audited(seq: number, auditId: number): void {
    for (const follower of this.#followers) follower.audited?.(seq, auditId);
  }

  handOn(parent: number | null, params: unknown, isQuestion = false): unknown {
    if (parent === null) return params;
    let sent = params;
    for (const follower of this.#followers) if (follower.handOn) sent = follower.handOn(parent, sent, isQuestion);
    return sent;
  }

  #moment(): TraceMoment {
    return { wall: this.#options.now(), monotonic: this.#options.monotonic() };
  }

  /**
   * All that was traced before it is in the answer.
   * Rejects with HubError when it is refused, or the thread is off or dies before it answers.
   */
  async query<N extends QueryName>(name: N, params: QueryParams<N>): Promise<QueryAnswer<N>> {
    this.#flush();
    this.#sendSecrets();
    if (!this.#worker) throw hubError('ERR_INTERNAL', { kind: 'trace-is-off' });
    const id = (this.#lastQuery += 1);
    const reply = await new Promise<QueryReply>((resolve, reject) => {
      this.#queries.set(id, { resolve, reject });
      this.#post({ kind: 'query', id, name, params });
    });
    if (reply.ok) return reply.value as QueryAnswer<N>;
    const { code, message, data, reason } = reply.error;
    throw new HubError(code, message, data, reason);
  }

  /** Ends the thread; the tap then takes calls and forgets them. May be called twice. */
  async stop(): Promise<void> {
    this.#stopBatch();
    if (this.#changeTimer) clearTimeout(this.#changeTimer);
    this.#changeTimer = null;
    this.#change = null;
    if (this.#options.kept && this.#worker) await this.#flushKept();
    const worker = this.#worker;
    this.#worker = null;
    this.#failQueries({ kind: 'trace-stopped' });
    await worker?.terminate();
  }

  /** A thread that stands still is not waited for. */
  async #flushKept(): Promise<void> {
    const late = sleep(maxFlushMs, undefined, { ref: false });
    await Promise.race([this.query('flush-kept', {}).catch(() => {}), late]);
  }

  #hasRoom(message: Seen): boolean {
    const room = Math.min(maxBytesOnTheWay, this.#options.limits.payloadBytes);
    return this.#bytesOnTheWay + this.#writer.length + sizeOf(message) <= room;
  }

  /** Whether one more operation is written. A thread that stands still must not fill the memory. */
  #takes(): boolean {
    if (!this.#worker) return false;
    const { entries } = this.#options.limits;
    if (this.#opsOnTheWay + this.#writer.ops < entries) {
      this.#batchTimer ??= setTimeout(() => this.#flush(), batchMs).unref();
      return true;
    }
    if (!this.#isBehind) this.#options.problems({ kind: 'trace-behind', entries });
    this.#isBehind = true;
    return false;
  }

  #flush(): void {
    this.#stopBatch();
    this.#writer.flush();
  }

  #stopBatch(): void {
    if (this.#batchTimer) clearTimeout(this.#batchTimer);
    this.#batchTimer = null;
  }

  #send({ bytes, length, ops }: Chunk): void {
    this.#sendSecrets();
    this.#opsOnTheWay += ops;
    this.#bytesOnTheWay += length;
    this.#post({ kind: 'chunk', bytes, length, ops }, [bytes]);
  }

  /** What leaves in a file is masked by the secrets of now, also of those that came after the entry. */
  #sendSecrets(): void {
    const secrets = this.#options.redactValues();
    if (secrets.length !== this.#sentSecrets.length || secrets.some((value, i) => value !== this.#sentSecrets[i])) {
      this.#sentSecrets = [...secrets];
      this.#post({ kind: 'secrets', values: this.#sentSecrets });
    }
  }

  /** Memory in `transfer` belongs to the thread from now on. */
  #post(message: ToTraceThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  #start(): void {
    const { workerPath, limits, kept } = this.#options;
    const workerData: ThreadData = { limits, keptFolder: kept?.folder ?? null };
    const worker = new Worker(workerPath, { workerData, name: 'trace', resourceLimits });
    // The hub ends by its own decision, not when its trace does.
    worker.unref();
    this.#worker = worker;
    let cause = '';
    worker.on('message', (message: FromTraceThread) => {
      if (worker === this.#worker) this.#heard(message);
    });
    worker.on('error', error => {
      cause = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', code => {
      if (worker === this.#worker) this.#died(cause || `exit code ${code}`);
    });
  }

  #heard(message: FromTraceThread): void {
    if (message.kind === 'taken') return this.#taken(message);
    this.#queries.get(message.id)?.resolve(message.reply);
    this.#queries.delete(message.id);
  }

  #taken({ bytes, length, ops, total, newest }: FromTraceThread & { kind: 'taken' }): void {
    this.#opsOnTheWay -= ops;
    this.#bytesOnTheWay -= length;
    if (this.#opsOnTheWay === 0) this.#isBehind = false;
    if (bytes.byteLength === chunkBytes && this.#spare.length < maxSpareChunks) this.#spare.push(bytes);
    this.#changed({ total, newest });
  }

  /** What the thread held is gone. */
  #died(why: string): void {
    const now = this.#options.monotonic();
    this.#deaths = [...this.#deaths.filter(at => now - at < deathsWithinMs), now];
    const goesOn = this.#deaths.length <= maxDeaths;
    this.#worker = null;
    if (goesOn) this.#start();
    this.#failQueries({ kind: 'trace-stopped-while-read' });
    this.#opsOnTheWay = 0;
    this.#bytesOnTheWay = 0;
    this.#sentSecrets = [];
    this.#writer.restart();
    this.#options.problems({ kind: goesOn ? 'trace-began-anew' : 'trace-off', why });
    this.#changed({ total: 0, newest: this.#seq });
  }

  #failQueries(reason: Reason): void {
    for (const { reject } of this.#queries.values()) reject(hubError('ERR_INTERNAL', reason));
    this.#queries.clear();
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
