// The companion's WebSocket as a browser's link uses it: one message a frame, bounded sending with backpressure, an end with a code.
import { aliveMessage, socketEnds } from '../../../contract/companion-socket.ts';
import type { WebSocket } from 'ws';
import type { FramePayload } from '../../../native-host/framing/frame-codec.ts';
import type { BrowserChannel, SocketEnd } from '../browsers/browser-channel.ts';

/** RFC 6455 section 7.4.1. */
const normalEnd = 1000;
const goingAway = 1001;
const tooSlow = 1008;
const lastWordsMs = 1_000;
/** From here on the sender waits for `onDrain`. */
const highWaterBytes = 1024 * 1024;
const maxQueueBytes = 64 * 1024 * 1024;

export class SocketChannel implements BrowserChannel {
  readonly #socket: WebSocket;
  #inbox: Buffer[] = [];
  #onFrame: ((payload: Buffer) => void) | null = null;
  readonly #onDrain: (() => void)[] = [];
  readonly #onClose: ((reason: string) => void)[] = [];
  #isFull = false;
  #isClosed = false;
  #reason: string | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', data => this.#take(Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)));
    socket.on('error', error => {
      this.#reason ??= `The connection broke: ${error.message}.`;
      socket.terminate();
    });
    socket.on('close', () => this.#finish());
  }

  /** Sends one message; false means wait for `onDrain` before more (or the channel is closed). */
  send(payload: FramePayload): boolean {
    if (this.#reason !== null || this.#socket.readyState !== this.#socket.OPEN) return false;
    if (this.#socket.bufferedAmount > maxQueueBytes) {
      this.#end('The browser does not read.', tooSlow);
      return false;
    }
    this.#write(textOf(payload));
    this.#isFull = this.#socket.bufferedAmount > highWaterBytes;
    return !this.#isFull;
  }

  /** Hands every message, from the first that waits, to `listener` in place of the one before. */
  onFrame(listener: (payload: Buffer) => void): void {
    this.#onFrame = listener;
    this.#flush();
  }

  /** The next message alone; those behind it wait. Rejects when the channel closes first. */
  takeFrame(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.onClose(reason => reject(new Error(reason)));
      this.onFrame(payload => {
        this.#onFrame = null;
        resolve(payload);
      });
    });
  }

  onDrain(listener: () => void): void {
    this.#onDrain.push(listener);
  }

  /** Called once, also when the channel has closed already. */
  onClose(listener: (reason: string) => void): void {
    if (this.#isClosed) queueMicrotask(() => listener(this.#reason ?? ''));
    else this.#onClose.push(listener);
  }

  /** Sends what was sent, then ends; messages that come from now on are dropped. Safe to call twice. */
  close(reason = 'This side closed the connection.', end?: SocketEnd): void {
    this.#end(reason, end ? socketEnds[end] : normalEnd);
  }

  /** The hub or this way in ends; the browser comes back once it is there again. */
  stop(): void {
    this.#end('The way in was closed.', goingAway);
  }

  #end(reason: string, code: number): void {
    if (this.#reason !== null || this.#isClosed) return;
    this.#reason = reason;
    this.#inbox = [];
    this.#socket.resume();
    this.#socket.close(code);
    // Who does not answer the close would keep its connection.
    const late = setTimeout(() => this.#socket.terminate(), lastWordsMs);
    this.#socket.once('close', () => clearTimeout(late));
  }

  #take(payload: Buffer): void {
    if (this.#reason !== null) return;
    if (payload.length === 0) return this.#sayAlive();
    this.#inbox.push(payload);
    this.#flush();
  }

  /** Only where nothing waits to be read: nobody can make the hub pile up answers. */
  #sayAlive(): void {
    if (this.#onFrame && this.#socket.bufferedAmount === 0) this.#write(aliveMessage);
  }

  #flush(): void {
    while (this.#onFrame && this.#inbox.length > 0) {
      const payload = this.#inbox.shift();
      if (payload) this.#onFrame(payload);
    }
    if (this.#inbox.length > 0) this.#socket.pause();
    else if (this.#socket.isPaused) this.#socket.resume();
  }

  #write(text: string | Buffer): void {
    this.#socket.send(text, { binary: false }, () => this.#sent());
  }

  #sent(): void {
    if (!this.#isFull || this.#socket.bufferedAmount > 0) return;
    this.#isFull = false;
    for (const listener of this.#onDrain) listener();
  }

  #finish(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#reason ??= 'The browser closed the connection.';
    this.#inbox = [];
    for (const listener of this.#onClose) listener(this.#reason);
  }
}

function textOf(payload: FramePayload): string | Buffer {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload;
  return Buffer.concat(payload);
}
