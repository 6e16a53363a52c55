// Frames over one socket: bounded sending with backpressure, receiving that can be paused at any frame, and an end with a reason.
import { type ChannelEnd, endText } from './channel-end.ts';
import {
  FrameError,
  FrameFaultError,
  type FramePayload,
  FrameSplitter,
  frameHeaderBytes,
  payloadBytes,
  writeFrame,
} from './frame-codec.ts';
import { joinPieces, textOf } from './frame-pieces.ts';
import { gatherWrites } from './gather-writes.ts';
import type { Socket } from 'node:net';
import type { FramePieces } from './frame-pieces.ts';

export interface FrameChannelOptions {
  /** Largest payload in both directions, in bytes. */
  readonly maxFrameBytes: number;
  /** Bytes that may wait to be sent, beside a single frame; more closes the channel. */
  readonly maxQueueBytes?: number;
  /** How long a frame that has begun may stay silent, in milliseconds. */
  readonly halfFrameMs?: number;
  /** How long `close` waits for the other side to take what was sent, in milliseconds. */
  readonly closeGraceMs?: number;
}

/** Frames that arrive before one of `onFrame`, `onText` and `onPieces` is called, or while paused, wait; the socket is not read meanwhile. */
export class FrameChannel {
  readonly #socket: Socket;
  readonly #splitter: FrameSplitter;
  readonly #maxQueueBytes: number;
  readonly #halfFrameMs: number;
  readonly #closeGraceMs: number;
  #inbox: FramePieces[] = [];
  readonly #keep = (pieces: FramePieces): void => {
    this.#inbox.push(pieces);
  };
  #onPieces: ((pieces: FramePieces) => void) | null = null;
  readonly #onClose: ((reason: string, end: ChannelEnd | null) => void)[] = [];
  #end: ChannelEnd | null = null;
  readonly #onDrain: (() => void)[] = [];
  #paused = false;
  #closing = false;
  #closed = false;
  #reason: string | null = null;
  #silence: NodeJS.Timeout | null = null;

  constructor(socket: Socket, options: FrameChannelOptions) {
    this.#socket = socket;
    this.#splitter = new FrameSplitter(options.maxFrameBytes);
    this.#maxQueueBytes = options.maxQueueBytes ?? 64 * 1024 * 1024;
    this.#halfFrameMs = options.halfFrameMs ?? 30_000;
    this.#closeGraceMs = options.closeGraceMs ?? 1_000;
    socket.on('data', chunk => this.#read(chunk));
    socket.on('drain', () => {
      for (const listener of this.#onDrain) listener();
    });
    socket.on('error', error => this.#fail({ kind: 'connection-failed', cause: error.message }));
    socket.on('close', () => this.#finish());
  }

  /** The socket's descriptor in this process, by which the system tells who is at its other end; null where there is none. */
  get descriptor(): number | null {
    // Node has no public name for it.
    const { _handle: handle } = this.#socket as Socket & { readonly _handle?: { readonly fd?: number } | null };
    return handle?.fd !== undefined && handle.fd >= 0 ? handle.fd : null;
  }

  /** Bytes that were sent and not yet taken by the operating system. */
  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  get maxFrameBytes(): number {
    return this.#splitter.maxFrameBytes;
  }

  set maxFrameBytes(bytes: number) {
    this.#splitter.maxFrameBytes = bytes;
  }

  /**
   * Sends one frame; false means wait for `onDrain` before more (or the channel is closed). Throws FrameError when the
   * payload is empty or over the cap. A queue that outgrows its bound closes the channel with a reason.
   */
  send(payload: FramePayload): boolean {
    const length = payloadBytes(payload);
    if (length > this.maxFrameBytes) {
      throw new FrameError(
        `A frame of ${length} bytes is over the cap of ${this.maxFrameBytes} bytes and was not sent.`,
      );
    }
    if (this.#closing || this.#closed) return false;
    const queued = this.bufferedBytes;
    if (queued > 0 && queued + length + frameHeaderBytes > this.#maxQueueBytes) {
      this.#fail({ kind: 'takes-nothing', bytes: queued, most: this.#maxQueueBytes });
      return false;
    }
    gatherWrites(this.#socket);
    return writeFrame(this.#socket, payload);
  }

  /** Hands every frame, from the first that waits, to `listener` in place of the one before. */
  onPieces(listener: (pieces: FramePieces) => void): void {
    this.#onPieces = listener;
    this.#flush();
  }

  /** As `onPieces`, each frame in one buffer. */
  onFrame(listener: (payload: Buffer) => void): void {
    this.onPieces(pieces => listener(joinPieces(pieces)));
  }

  /** As `onPieces`, each frame read as UTF-8. */
  onText(listener: (text: string) => void): void {
    this.onPieces(pieces => listener(textOf(pieces)));
  }

  /** The next frame alone; those behind it wait. Rejects when the channel closes first. */
  takeFrame(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.onClose(reason => reject(new Error(reason)));
      this.onFrame(payload => {
        this.#onPieces = null;
        resolve(payload);
      });
    });
  }

  /** Called once, also when the channel has closed already. `end` is null where the other side closed it, or this one with a reason of its own. */
  onClose(listener: (reason: string, end: ChannelEnd | null) => void): void {
    if (this.#closed) queueMicrotask(() => listener(this.#reason ?? '', this.#end));
    else this.#onClose.push(listener);
  }

  /** Called whenever what was sent has been taken, so that more may follow. */
  onDrain(listener: () => void): void {
    this.#onDrain.push(listener);
  }

  pause(): void {
    this.#paused = true;
    this.#stopReading();
  }

  resume(): void {
    this.#paused = false;
    this.#flush();
  }

  /** Flushes what was sent, then ends; frames that arrive from now on are dropped. Safe to call twice. */
  close(reason: string | ChannelEnd = 'This side closed the connection.'): void {
    if (this.#closing || this.#closed) return;
    this.#closing = true;
    this.#ends(reason);
    this.#inbox = [];
    this.#watchSilence();
    // The rest is read and dropped: an end that waits behind unread bytes would never be seen.
    this.#socket.resume();
    this.#socket.end();
    const grace = setTimeout(() => this.#socket.destroy(), this.#closeGraceMs);
    this.#socket.once('close', () => clearTimeout(grace));
  }

  #read(chunk: Buffer): void {
    if (this.#closing) return;
    try {
      this.#splitter.push(chunk, this.#keep);
    } catch (error) {
      this.#flush();
      this.#fail(error instanceof FrameFaultError ? error.fault : { kind: 'connection-failed', cause: String(error) });
      return;
    }
    this.#flush();
    this.#watchSilence();
  }

  #flush(): void {
    while (!this.#paused && this.#onPieces && this.#inbox.length > 0) {
      const pieces = this.#inbox.shift();
      if (pieces) this.#onPieces(pieces);
    }
    if (this.#inbox.length > 0) this.#stopReading();
    else if (!this.#paused && this.#socket.isPaused()) {
      this.#socket.resume();
      this.#watchSilence();
    }
  }

  #stopReading(): void {
    if (this.#closing) return;
    this.#socket.pause();
    this.#watchSilence();
  }

  /** The clock of a half frame runs only while this side reads. */
  #watchSilence(): void {
    const waits = this.#splitter.pendingBytes > 0 && !this.#socket.isPaused() && !this.#closing && !this.#closed;
    if (waits && this.#silence) {
      this.#silence.refresh();
      return;
    }
    if (this.#silence) clearTimeout(this.#silence);
    this.#silence = waits ? setTimeout(() => this.#fail(this.#stopped()), this.#halfFrameMs) : null;
  }

  #stopped(): ChannelEnd {
    return { kind: 'frame-stopped', bytes: this.#splitter.pendingBytes, seconds: this.#halfFrameMs / 1000 };
  }

  #fail(end: ChannelEnd): void {
    this.#ends(end);
    this.#closing = true;
    this.#socket.destroy();
  }

  /** What ended it first is why it ended. */
  #ends(why: string | ChannelEnd): void {
    if (this.#reason !== null) return;
    this.#end = typeof why === 'string' ? null : why;
    this.#reason = typeof why === 'string' ? why : endText(why);
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#closing = true;
    this.#reason ??= 'The other side closed the connection.';
    this.#inbox = [];
    if (this.#silence) clearTimeout(this.#silence);
    for (const listener of this.#onClose) listener(this.#reason, this.#end);
  }
}
