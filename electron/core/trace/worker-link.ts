// The hub's end of the trace worker: starts it, starts it again when it dies, and matches answers to questions.
import { Worker } from 'node:worker_threads';
import { HubError } from '../../../contract/errors.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { TraceLimits } from './trace-columns.ts';
import type { QueryAnswer, QueryName, QueryParams, QueryReply } from './trace-queries.ts';
import type { FromTraceWorker, ToTraceWorker } from './worker-messages.ts';

interface WorkerLinkOptions {
  readonly workerPath: string;
  readonly limits: TraceLimits;
  /** Milliseconds on a monotonic clock. */
  monotonic(): number;
  taken(answer: FromTraceWorker & { kind: 'taken' }): void;
  /** The worker died; what it held is gone. `reason` says why and what happens next. */
  died(reason: Reason): void;
}

interface PendingQuery {
  readonly resolve: (reply: QueryReply) => void;
  readonly reject: (error: HubError) => void;
}

/** A worker that dies more often than this within a minute is not started again. */
const maxDeaths = 3;
const deathsWithinMs = 60_000;

/** All that lives long in the worker lies outside of its heap, so a small room for what lives short is enough. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

export class WorkerLink {
  readonly #options: WorkerLinkOptions;
  readonly #waiting = new Map<number, PendingQuery>();
  #worker: Worker | null = null;
  #deaths: number[] = [];
  #nextId = 1;

  constructor(options: WorkerLinkOptions) {
    this.#options = options;
    this.#start();
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Memory in `transfer` belongs to the worker from now on. */
  post(message: ToTraceWorker, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  /** Rejects with HubError when it is refused, or the worker is off or dies before it answers. */
  async query<N extends QueryName>(name: N, params: QueryParams<N>): Promise<QueryAnswer<N>> {
    if (!this.#worker) throw hubError('ERR_INTERNAL', { kind: 'trace-is-off' });
    const id = this.#nextId++;
    const reply = await new Promise<QueryReply>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.post({ kind: 'query', id, name, params });
    });
    if (reply.ok) return reply.value as QueryAnswer<N>;
    throw new HubError('ERR_INVALID_ARGUMENTS', reply.sentence);
  }

  /** Ends the worker for good. May be called twice. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#failWaiting({ kind: 'trace-stopped' });
    await worker?.terminate();
  }

  #start(): void {
    const { workerPath, limits } = this.#options;
    const worker = new Worker(workerPath, { workerData: limits, name: 'trace', resourceLimits });
    // The hub ends by its own decision, not when its trace does.
    worker.unref();
    this.#worker = worker;
    let cause = '';
    worker.on('message', (answer: FromTraceWorker) => {
      if (worker === this.#worker) this.#answered(answer);
    });
    worker.on('error', error => {
      cause = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', code => {
      if (worker === this.#worker) this.#died(cause || `exit code ${code}`);
    });
  }

  #answered(answer: FromTraceWorker): void {
    if (answer.kind === 'taken') return this.#options.taken(answer);
    this.#waiting.get(answer.id)?.resolve(answer.reply);
    this.#waiting.delete(answer.id);
  }

  #died(cause: string): void {
    this.#worker = null;
    const now = this.#options.monotonic();
    this.#deaths = [...this.#deaths.filter(at => now - at < deathsWithinMs), now];
    const goesOn = this.#deaths.length <= maxDeaths;
    if (goesOn) this.#start();
    this.#failWaiting({ kind: 'trace-stopped-while-read' });
    this.#options.died({ kind: goesOn ? 'trace-began-anew' : 'trace-off', why: cause });
  }

  #failWaiting(reason: Reason): void {
    for (const { reject } of this.#waiting.values()) reject(hubError('ERR_INTERNAL', reason));
    this.#waiting.clear();
  }
}
