// The hub's side of the trace: takes what the tap sees, hands it on in batches, and asks for windows. Costs little on the way of a message.
import { HubError } from '../../contract/errors.ts';
import { WorkerLink } from './worker-link.ts';
import type { TraceFilter, TracePayload, TraceWindow } from '../../contract/trace.ts';
import type { TraceClose, TraceOpen, TraceTap } from './tap.ts';
import type { FromTraceWorker, TraceLimits, TraceOp } from './worker-messages.ts';

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
  /** At most 20 times a second. */
  onChanged(change: TraceChange): void;
  /** Takes a sentence about what does not work. */
  problems(text: string): void;
  readonly limits?: TraceLimits;
}

export interface TraceLog extends TraceTap {
  /** `count` (at most 200) matching entries beginning with number `from` (oldest is 0, -1 gives the newest). Rejects with HubError. */
  window(filter: TraceFilter, from: number, count: number): Promise<TraceWindow>;
  payload(seq: number): Promise<TracePayload>;
  /** Ends the worker; the tap then takes calls and forgets them. May be called twice. */
  stop(): Promise<void>;
}

const traceLimits: TraceLimits = { entries: 200_000, payloadBytes: 64 * 1024 * 1024 };

const maxCharsOnTheWay = 4 * 1024 * 1024;
const batchMs = 20;
const batchOps = 500;
const changedMs = 50;

export function createTraceLog(options: TraceLogOptions): TraceLog {
  return new BatchingTraceLog(options);
}

class BatchingTraceLog implements TraceLog {
  readonly #options: TraceLogOptions;
  readonly #limits: TraceLimits;
  readonly #link: WorkerLink;
  #seq = 0;
  #batch: TraceOp[] = [];
  #batchChars = 0;
  #batchTimer: NodeJS.Timeout | null = null;
  /** Posted, and not yet taken by the worker. */
  #behindOps = 0;
  #behindChars = 0;
  #isBehind = false;
  #sentSecrets: readonly string[] = [];
  #change: TraceChange | null = null;
  #changeTimer: NodeJS.Timeout | null = null;

  constructor(options: TraceLogOptions) {
    this.#options = options;
    this.#limits = options.limits ?? traceLimits;
    this.#link = new WorkerLink({
      workerPath: options.workerPath,
      limits: this.#limits,
      monotonic: () => options.monotonic(),
      taken: answer => this.#taken(answer),
      died: text => this.#died(text),
    });
  }

  open(entry: TraceOpen): number {
    this.#seq += 1;
    const { message } = entry;
    const kept = this.#hasRoom(message.payload.length);
    this.#add(
      {
        kind: 'open',
        seq: this.#seq,
        at: this.#options.now(),
        clock: this.#options.monotonic(),
        entry: kept ? entry : { ...entry, message: { ...message, payload: '' } },
        kept,
      },
      kept ? message.payload.length : 0,
    );
    return this.#seq;
  }

  waiting(seq: number): void {
    this.#add({ kind: 'waiting', seq }, 0);
  }

  close(seq: number, close: TraceClose): void {
    const { message } = close;
    const chars = message?.payload.length ?? 0;
    const kept = this.#hasRoom(chars);
    const clock = this.#options.monotonic();
    const left = kept || !message ? close : { ...close, message: { ...message, payload: '' } };
    this.#add({ kind: 'close', seq, clock, close: left, kept }, kept ? chars : 0);
  }

  async window(filter: TraceFilter, from: number, count: number): Promise<TraceWindow> {
    this.#flush();
    const answer = await this.#link.ask(id => ({ kind: 'window', id, filter, from, count }));
    if (answer.kind !== 'window') throw unexpected(answer.kind);
    return answer.window;
  }

  async payload(seq: number): Promise<TracePayload> {
    this.#flush();
    const answer = await this.#link.ask(id => ({ kind: 'payload', id, seq }));
    if (answer.kind !== 'payload') throw unexpected(answer.kind);
    return answer.payload;
  }

  async stop(): Promise<void> {
    this.#forgetBatch();
    if (this.#changeTimer) clearTimeout(this.#changeTimer);
    this.#changeTimer = null;
    this.#change = null;
    await this.#link.stop();
  }

  /** Texts on their way to the worker are memory of this process: those that come faster than it takes them are left out. */
  #hasRoom(chars: number): boolean {
    const room = Math.min(maxCharsOnTheWay, this.#limits.payloadBytes);
    return this.#behindChars + this.#batchChars + chars <= room;
  }

  #add(op: TraceOp, chars: number): void {
    if (!this.#link.isRunning) return;
    if (this.#behindOps + this.#batch.length >= this.#limits.entries) return this.#leaveOut();
    this.#batch.push(op);
    this.#batchChars += chars;
    if (this.#batch.length >= batchOps) this.#flush();
    else this.#batchTimer ??= setTimeout(() => this.#flush(), batchMs).unref();
  }

  #leaveOut(): void {
    if (this.#isBehind) return;
    this.#isBehind = true;
    this.#options.problems(
      `The trace is ${this.#limits.entries} entries behind and leaves out messages until it has caught up; nothing else is affected.`,
    );
  }

  #flush(): void {
    if (this.#batch.length === 0) return;
    const secrets = this.#options.redactValues();
    if (secrets.length !== this.#sentSecrets.length || secrets.some((value, i) => value !== this.#sentSecrets[i])) {
      this.#sentSecrets = [...secrets];
      this.#link.post({ kind: 'secrets', values: this.#sentSecrets });
    }
    this.#link.post({ kind: 'batch', ops: this.#batch, chars: this.#batchChars });
    this.#behindOps += this.#batch.length;
    this.#behindChars += this.#batchChars;
    this.#forgetBatch();
  }

  #forgetBatch(): void {
    if (this.#batchTimer) clearTimeout(this.#batchTimer);
    this.#batchTimer = null;
    this.#batch = [];
    this.#batchChars = 0;
  }

  #taken(answer: FromTraceWorker & { kind: 'taken' }): void {
    this.#behindOps -= answer.ops;
    this.#behindChars -= answer.chars;
    if (this.#behindOps === 0) this.#isBehind = false;
    this.#changed({ total: answer.total, newest: answer.newest });
  }

  #died(text: string): void {
    this.#behindOps = 0;
    this.#behindChars = 0;
    this.#sentSecrets = [];
    this.#options.problems(text);
    this.#changed({ total: 0, newest: this.#seq });
  }

  /** Says the first change at once and the newest of those that follow 50 ms later. */
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

function unexpected(kind: string): HubError {
  return new HubError(
    'ERR_INTERNAL',
    `The trace answered with "${kind}" to another question; report this as a mistake.`,
  );
}
