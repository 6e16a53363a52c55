// Scales pictures off the hub's thread: one at a time, a few in a queue, each for a bounded time.
import { Worker } from 'node:worker_threads';
import type { ImageSize } from './image-size.ts';

export interface ScaleQuestion {
  /** Base64. */
  readonly data: string;
  readonly maxBytes: number;
}

/** Null when the picture cannot be made so small. */
export type ScaleAnswer = {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly from: ImageSize;
  readonly to: ImageSize;
} | null;

export interface ImageScalerOptions {
  /** The built `image-worker.ts`, absolute. */
  readonly workerPath: string;
  readonly timeoutMs?: number;
  /** How long the worker stays without work. Its memory never shrinks while it runs. */
  readonly idleMs?: number;
}

const maxQueued = 16;
const usualTimeoutMs = 20_000;
const usualIdleMs = 10_000;

export class ImageScaler {
  readonly #options: ImageScalerOptions;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #queued = 0;
  #idle: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: ImageScalerOptions) {
    this.#options = options;
  }

  /** A JPEG of at most `maxBytes`, or null: too many wait, it is no picture, it is too large to decode or takes too long. */
  async scale(question: ScaleQuestion): Promise<ScaleAnswer> {
    if (this.#stopped || this.#queued >= maxQueued) return null;
    this.#queued += 1;
    const turn = this.#last.then(() => this.#run(question));
    this.#last = turn;
    try {
      return await turn;
    } finally {
      this.#queued -= 1;
      if (this.#queued === 0) this.#idle = setTimeout(() => this.#end(), this.#options.idleMs ?? usualIdleMs).unref();
    }
  }

  /** What waits is answered with null. May be called twice. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#idle);
    await this.#end();
  }

  #run(question: ScaleQuestion): Promise<ScaleAnswer> {
    if (this.#stopped) return Promise.resolve(null);
    clearTimeout(this.#idle);
    const worker = this.#start();
    return new Promise(resolve => {
      const finish = (answer: ScaleAnswer, isBroken: boolean) => {
        clearTimeout(timer);
        worker.off('message', taken).off('error', broke).off('exit', broke);
        // A picture that broke the decoder leaves it in no state to go on.
        if (isBroken) void this.#end();
        resolve(answer);
      };
      const taken = (answer: ScaleAnswer) => finish(answer, false);
      const broke = () => finish(null, true);
      const timer = setTimeout(broke, this.#options.timeoutMs ?? usualTimeoutMs);
      worker.on('message', taken).on('error', broke).on('exit', broke);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
      worker.postMessage(question);
    });
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#options.workerPath, { name: 'images', stderr: true });
    worker.unref();
    // Also while nobody waits for it: an error without a listener would end the hub.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    this.#worker = worker;
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
