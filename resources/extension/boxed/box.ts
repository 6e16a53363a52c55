// One server in its box, as its host has it: a worker that is begun, spoken to, and ended where it does not give way.
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { untilAborted } from '../../../contract/until-aborted.ts';
import { BoxFault } from './box-fault.ts';
import { type BoxSaid, inShort } from './box-said.ts';
import { boxBounds } from './boxed-server.ts';
import { greeted, greeting, inputOf } from './greeting.ts';
import { LinesToRead } from './lines-to-read.ts';
import { RoomForCalls } from './room-for-calls.ts';
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

/** Whose call it is, and until when anybody waits for it. */
export interface BoxCaller {
  /** The web origin; '' where it is the companion itself. */
  readonly origin: string;
  readonly signal: AbortSignal;
}

/** The box was ended for what another call did, before this one was begun: another box may carry it out. */
export class NotBegun extends Error {}

/** What it did not do in time. */
type Late = Extract<BoxSaid[0], `serversBoxLate${string}`>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** What a server that does not give way for so long after it was asked is ended for. The sandbox of a script is quicker, and says why. */
const graceMs = 5_000;
const notFound = -32_601;

export class Box {
  readonly #options: BoxOptions;
  readonly #waiting = new Map<number, Waiting>();
  #heardRan: ((ran: Extract<FromBox, { kind: 'ran' }>) => void) | null = null;
  #heardReady: () => void = () => {};
  #ended: Error | null = null;
  /** Where it was ended for its own fault. */
  #failure: BoxFault | null = null;
  #failAll: (why: Error) => void = () => {};
  readonly #over: Promise<never>;
  readonly #begun: Promise<void>;
  /** Of a module: one run after the other. */
  #running: Promise<unknown> = Promise.resolve();
  /** Which of them runs. */
  #runs: number | null = null;
  readonly #room: RoomForCalls;
  readonly #lines = new LinesToRead((line, call) => this.#hand(line, call));
  /** Calls that wait and that it may have begun. */
  readonly #handed = new Set<number>();
  /** Whether it was handed any call: then it was that, and not its start, that it failed in. */
  #hasWorked = false;
  #isGreeted = false;
  #lastId = 0;

  constructor(options: BoxOptions) {
    this.#options = options;
    const { worker, server, code } = options;
    this.#room = new RoomForCalls(server.id);
    this.#over = new Promise((_, reject) => (this.#failAll = reject));
    this.#over.catch(() => {});
    worker.onmessage = ({ data }: MessageEvent<FromBox>) => this.#heard(data);
    worker.onerror = event => this.#fail(inShort(['serversBoxFailed', event.message]));
    const ready = new Promise<void>(resolve => (this.#heardReady = resolve));
    this.#say({ kind: server.kind, name: server.id, code });
    this.#begun = this.#within(boxBounds.turnMs + graceMs, 'serversBoxLateStart', ready)
      .then(() => this.#greet())
      .then(() => void (this.#isGreeted = true));
    this.#begun.catch(() => {});
  }

  get isBusy(): boolean {
    return !this.#room.isEmpty;
  }

  /** The result of its answer. Rejects with BoxFault where it fails, with NotBegun, and with the signal's reason. */
  async request(method: string, params: unknown, { origin, signal }: BoxCaller): Promise<unknown> {
    const leave = this.#room.enter(origin);
    try {
      await untilAborted(Promise.race([this.#begun, this.#over]), signal);
      return await this.#ask(method, params, signal);
    } finally {
      leave();
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
    if (this.#options.server.kind === 'script') this.#lines.add(JSON.stringify(message), id);
    else void this.#run(message).catch((error: Error) => this.#waiting.get(id)?.reject(error));
    try {
      return await Promise.race([answered, this.#over]);
    } catch (error) {
      if (error === this.#failure && this.#hasWorked && !this.#handed.has(id)) throw new NotBegun();
      throw error;
    } finally {
      answered.catch(() => {});
      signal.removeEventListener('abort', leave);
      this.#waiting.delete(id);
      this.#handed.delete(id);
    }
  }

  /** For good: what waits for it fails for that reason, whether or not it was begun. */
  end(why: Error): void {
    if (this.#ended) return;
    this.#ended = why;
    this.#options.worker.terminate();
    this.#failAll(why);
    this.#options.over();
  }

  /** For its own fault: what it has not begun may be repeated elsewhere. */
  #fail(why: BoxSaid): void {
    if (this.#ended) return;
    this.#failure = this.#fault(why);
    this.end(this.#failure);
  }

  /** Nobody waits for it any more. A script is told; one that does not ask for the line after that soon is ended, for it would keep others waiting. */
  #leave(id: number, why: Error): void {
    this.#waiting.get(id)?.reject(why);
    if (this.#options.server.kind === 'module') {
      // It hears nothing while it runs.
      if (this.#runs === id) this.#fail(['serversBoxUnwanted']);
      return;
    }
    if (this.#lines.withdraw(id)) return;
    const readOn = this.#tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    void this.#within(graceMs, 'serversBoxLateWay', readOn).catch(() => {});
  }

  async #greet(): Promise<void> {
    if (this.#options.server.kind === 'module') return;
    const answered = this.#ask('initialize', greeting, new AbortController().signal);
    // Simple servers know no greeting, and are spoken to all the same.
    await this.#within(
      boxBounds.turnMs + graceMs,
      'serversBoxLateGreeting',
      answered.catch(() => {}),
    );
    void this.#tell(greeted);
  }

  #run(message: { readonly id: number }): Promise<void> {
    const run = this.#running.then(async () => {
      if (!this.#waiting.has(message.id) || this.#ended) return;
      this.#runs = message.id;
      this.#begin(message.id);
      const ran = new Promise<Extract<FromBox, { kind: 'ran' }>>(resolve => (this.#heardRan = resolve));
      this.#say({ kind: 'run', input: inputOf(message, this.#options.server.takesOneLine) });
      const { lines, failure } = await this.#within(boxBounds.turnMs, 'serversBoxLateEnd', ran).finally(
        () => (this.#runs = null),
      );
      for (const line of lines) this.#take(line);
      this.#waiting.get(message.id)?.reject(this.#fault(failure ?? ['serversBoxSilent']));
    });
    this.#running = run.catch(() => {});
    return run;
  }

  #heard(message: FromBox): void {
    if (message.kind === 'ready') this.#heardReady();
    else if (message.kind === 'ran') this.#heardRan?.(message);
    else if (message.kind === 'failed') this.#fail(message.why);
    else if (message.kind === 'asks') this.#lines.asks();
    else this.#take(message.line);
  }

  #take(line: string): void {
    const message = line.length > boxBounds.answerChars ? undefined : jsonIn(line);
    if (!isRecord(message)) return;
    const { id, method, result, error } = message;
    // It may ask its host for something, which has nothing to give.
    if (typeof method === 'string') {
      if (id !== undefined && this.#options.server.kind === 'script')
        void this.#tell({
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
    waiting.reject(this.#fault(inShort(['serversBoxRefused', said])));
  }

  /** Ends the box where that does not come in time. */
  async #within<T>(ms: number, late: Late, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#fail([late, String(ms / 1_000)]), ms);
    try {
      return await Promise.race([work, this.#over]);
    } finally {
      clearTimeout(timer);
    }
  }

  #fault(why: BoxSaid): BoxFault {
    return new BoxFault(`The server "${this.#options.server.id}" could not answer.`, why);
  }

  /** A script, ahead of every call that it has not read. Resolves when it reads on after that. */
  #tell(message: object): Promise<void> {
    return this.#lines.addFirst(JSON.stringify(message));
  }

  #hand(line: string, call: number | null): void {
    if (call !== null) this.#begin(call);
    this.#say({ kind: 'line', line });
  }

  /** From here on it may have done anything of that call. */
  #begin(call: number): void {
    this.#handed.add(call);
    this.#hasWorked ||= this.#isGreeted;
  }

  #say(message: ToBox): void {
    if (!this.#ended) this.#options.worker.postMessage(message, []);
  }
}
