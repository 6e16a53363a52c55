// One stream of server-sent events to one client, with a bounded queue: a client that does not read is let go.
import type { ServerResponse } from 'node:http';

export interface EventStreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Between signs of life: comments, or what `onTick` sends instead. */
  readonly keepAliveMs?: number;
  readonly onTick?: (stream: EventStream) => void;
  /** What the last event says to a client that did not read; absent sends none. */
  readonly lastWords?: (reason: string) => { readonly event: string; readonly data: string };
  /** Called once, when the stream has ended by whichever side; `isBehind` where it did not read and we gave up. */
  readonly onEnd?: (isBehind: boolean) => void;
}

/** What may wait for a client that reads slowly, in bytes, before another event comes. */
export const maxWaitingBytes = 4 * 1024 * 1024;
const defaultKeepAliveMs = 15_000;
const lastWordsMs = 1_000;
const tooSlow = `The client does not read: more than ${maxWaitingBytes / 1024 / 1024} MiB of events waited for it.`;

export class EventStream {
  readonly #response: ServerResponse;
  readonly #options: EventStreamOptions;
  readonly #ticks: NodeJS.Timeout;
  #isOpen = true;

  constructor(response: ServerResponse, options: EventStreamOptions = {}) {
    this.#response = response;
    this.#options = options;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      ...options.headers,
    });
    response.flushHeaders();
    response.once('close', () => this.#ended(false));
    // A client that goes in the middle of a write is no error of ours.
    response.on('error', () => {});
    this.#ticks = setInterval(() => this.#tick(), options.keepAliveMs ?? defaultKeepAliveMs);
    this.#ticks.unref();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether so much waits that what the client can do without is better left out. */
  get isBehind(): boolean {
    return this.#response.writableLength > maxWaitingBytes / 4;
  }

  /** One event; `data` is one line. False when the stream has ended, also by this event. */
  event(event: string, data: string): boolean {
    return this.#write(`event: ${event}\ndata: ${data}\n\n`);
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#ended(false);
    this.#response.end();
  }

  #tick(): void {
    if (this.#options.onTick) this.#options.onTick(this);
    else this.#write(': keepalive\n\n');
  }

  #write(text: string): boolean {
    if (!this.#isOpen) return false;
    if (this.#response.writableLength > maxWaitingBytes) {
      this.#giveUp();
      return false;
    }
    this.#response.write(text);
    return true;
  }

  #giveUp(): void {
    const last = this.#options.lastWords?.(tooSlow);
    this.#ended(true);
    this.#response.end(last ? `event: ${last.event}\ndata: ${last.data}\n\n` : undefined);
    // The words reach it only if it reads now; the memory is wanted back either way.
    setTimeout(() => this.#response.destroy(), lastWordsMs).unref();
  }

  #ended(isBehind: boolean): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearInterval(this.#ticks);
    this.#options.onEnd?.(isBehind);
  }
}
