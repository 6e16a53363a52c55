// One server in its box, as its host has it: a worker that is begun, spoken to, and ended where it does not give way.
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { untilAborted } from '../../../contract/until-aborted.ts';
import { PageFault } from '../web-agent/page-fault.ts';
import { boxBounds } from './boxed-server.ts';
import type { FromBox, ToBox } from './box-messages.ts';
import type { BoxedServer } from './boxed-server.ts';

/** What is needed of a server to run it. */
export type ServerToRun = Pick<BoxedServer, 'id' | 'kind' | 'takesOneLine' | 'digest'>;

/** Of a worker that this host made. */
export type BoxWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export interface BoxOptions {
  readonly server: ServerToRun;
  readonly code: Uint8Array<ArrayBuffer>;
  readonly worker: BoxWorker;
  readonly over: () => void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** What a server that does not give way for so long after it was asked is ended for. The sandbox of a script is quicker, and says why. */
const graceMs = 5_000;
const protocolVersion = '2025-06-18';
const notFound = -32_601;

export class Box {
  readonly #options: BoxOptions;
  readonly #waiting = new Map<number, Waiting>();
  #heardRan: ((ran: Extract<FromBox, { kind: 'ran' }>) => void) | null = null;
  #heardReady: () => void = () => {};
  #ended: Error | null = null;
  #failAll: (why: Error) => void = () => {};
  readonly #over: Promise<never>;
  readonly #begun: Promise<void>;
  /** Of a module: one run after the other. */
  #running: Promise<unknown> = Promise.resolve();
  /** Which of them runs. */
  #runs: number | null = null;
  #pending = 0;
  #lastId = 0;

  constructor(options: BoxOptions) {
    this.#options = options;
    const { worker, server, code } = options;
    this.#over = new Promise((_, reject) => (this.#failAll = reject));
    this.#over.catch(() => {});
    worker.onmessage = ({ data }: MessageEvent<FromBox>) => this.#heard(data);
    worker.onerror = event => this.end(this.#fault(`it failed: ${event.message}`));
    const ready = new Promise<void>(resolve => (this.#heardReady = resolve));
    this.#say({ kind: server.kind, name: server.id, code });
    this.#begun = this.#within(boxBounds.turnMs + graceMs, 'start', ready).then(() => this.#greet());
    this.#begun.catch(() => {});
  }

  get isBusy(): boolean {
    return this.#pending > 0;
  }

  /** The result of its answer. Rejects with PageFault where it fails, and with the signal's reason. */
  async request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const { id } = this.#options.server;
    if (this.#pending >= boxBounds.waiting)
      throw new PageFault(
        'ERR_RATE_LIMITED',
        `${boxBounds.waiting} calls of "${id}" wait already; wait for one of them.`,
      );
    this.#pending += 1;
    try {
      await untilAborted(Promise.race([this.#begun, this.#over]), signal);
      return await this.#ask(method, params, signal);
    } finally {
      this.#pending -= 1;
    }
  }

  async #ask(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise((resolve, reject: (error: Error) => void) =>
      this.#waiting.set(id, { resolve, reject }),
    );
    const leave = () => this.#leave(id, signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    const message = { jsonrpc: '2.0', id, method, params };
    if (this.#options.server.kind === 'script') this.#write(message);
    else void this.#run(message).catch((error: Error) => this.#waiting.get(id)?.reject(error));
    try {
      return await Promise.race([answered, this.#over]);
    } finally {
      answered.catch(() => {});
      signal.removeEventListener('abort', leave);
      this.#waiting.delete(id);
    }
  }

  end(why: Error): void {
    if (this.#ended) return;
    this.#ended = why;
    this.#options.worker.terminate();
    this.#failAll(why);
    this.#options.over();
  }

  /** Nobody waits for it any more. A script is told; one that does not come to its next line soon is ended, for it would keep others waiting. */
  #leave(id: number, why: Error): void {
    this.#waiting.get(id)?.reject(why);
    if (this.#options.server.kind === 'module') {
      // It hears nothing while it runs.
      if (this.#runs === id) this.end(this.#fault('nobody waited for it any more'));
      return;
    }
    this.#write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    const heard = this.#ask('ping', {}, new AbortController().signal).catch(() => {});
    void this.#within(graceMs, 'give way', heard).catch(() => {});
  }

  async #greet(): Promise<void> {
    if (this.#options.server.kind === 'module') return;
    const greeted = this.#ask('initialize', greeting, new AbortController().signal);
    // Simple servers know no greeting, and are spoken to all the same.
    await this.#within(
      boxBounds.turnMs + graceMs,
      'answer a greeting',
      greeted.catch(() => {}),
    );
    this.#write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  #run(message: { readonly id: number }): Promise<void> {
    const run = this.#running.then(async () => {
      if (!this.#waiting.has(message.id) || this.#ended) return;
      this.#runs = message.id;
      const ran = new Promise<Extract<FromBox, { kind: 'ran' }>>(resolve => (this.#heardRan = resolve));
      this.#say({ kind: 'run', input: this.#inputOf(message) });
      const { lines, failure } = await this.#within(boxBounds.turnMs, 'end', ran).finally(() => (this.#runs = null));
      for (const line of lines) this.#take(line);
      const why = failure === null ? 'it has ended without an answer' : `it failed: ${failure.slice(0, 500)}`;
      this.#waiting.get(message.id)?.reject(this.#fault(why));
    });
    this.#running = run.catch(() => {});
    return run;
  }

  #inputOf(message: object): string {
    if (this.#options.server.takesOneLine) return JSON.stringify(message);
    const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: greeting };
    return [hello, { jsonrpc: '2.0', method: 'notifications/initialized' }, message]
      .map(one => JSON.stringify(one))
      .join('\n');
  }

  #heard(message: FromBox): void {
    if (message.kind === 'ready') this.#heardReady();
    else if (message.kind === 'ran') this.#heardRan?.(message);
    else if (message.kind === 'failed') this.end(this.#fault(message.why));
    else this.#take(message.line);
  }

  #take(line: string): void {
    const message = line.length > boxBounds.answerChars ? undefined : jsonIn(line);
    if (!isRecord(message)) return;
    const { id, method, result, error } = message;
    // It may ask its host for something, which has nothing to give.
    if (typeof method === 'string') {
      if (id !== undefined && this.#options.server.kind === 'script')
        this.#write({
          jsonrpc: '2.0',
          id,
          error: { code: notFound, message: `${method.slice(0, 100)} is not to be had here.` },
        });
      return;
    }
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (!waiting) return;
    if (error === undefined || error === null) return waiting.resolve(result ?? null);
    const said = isRecord(error) && typeof error.message === 'string' ? error.message : 'it gave no reason';
    waiting.reject(
      new PageFault('ERR_TOOL_FAILED', `The server "${this.#options.server.id}" refused: ${said.slice(0, 1_000)}`),
    );
  }

  /** Ends the box where that does not come in time. */
  async #within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
    const late = () => this.end(this.#fault(`it did not ${what} within ${ms / 1_000} s`));
    const timer = setTimeout(late, ms);
    try {
      return await Promise.race([work, this.#over]);
    } finally {
      clearTimeout(timer);
    }
  }

  #fault(why: string): PageFault {
    return new PageFault(
      'ERR_TOOL_FAILED',
      `The server "${this.#options.server.id}" was ended: ${why}`.replace(/\.?$/, '.'),
    );
  }

  #write(message: object): void {
    this.#say({ kind: 'line', line: JSON.stringify(message) });
  }

  #say(message: ToBox): void {
    if (!this.#ended) this.#options.worker.postMessage(message, []);
  }
}

const greeting = {
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'pilothouse-companion', version: '1' },
} as const;
