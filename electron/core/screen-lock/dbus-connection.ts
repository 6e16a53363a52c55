// A connection to a message bus over its socket: signs on as this user, calls methods, hears signals.
import { createConnection } from 'node:net';
import { decodeMessage, encodeMessage } from './dbus-message.ts';
import type { Socket } from 'node:net';
import type { DbusMessage } from './dbus-message.ts';
import type { DbusValue } from './dbus-values.ts';

export interface DbusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly DbusValue[];
}

export const theBus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

export interface DbusListener {
  readonly onMessage: (message: DbusMessage) => void;
  readonly onClosed: () => void;
  readonly signal?: AbortSignal;
}

interface PendingCall {
  resolve(body: readonly DbusValue[]): void;
  reject(error: Error): void;
}

/** The specification's own limit of a line while signing on is shorter. */
const maxLine = 16_384;
const answerMs = 10_000;

export class DbusConnection {
  readonly #socket: Socket;
  readonly #onMessage: (message: DbusMessage) => void;
  readonly #onClosed: () => void;
  readonly #waiting = new Map<number, PendingCall>();
  #bytes: Buffer = Buffer.alloc(0);
  #isOpen = false;
  #serial = 0;

  private constructor(socket: Socket, onMessage: (message: DbusMessage) => void, onClosed: () => void) {
    this.#socket = socket;
    this.#onMessage = onMessage;
    this.#onClosed = onClosed;
  }

  /**
   * `path` is the bus's socket. Resolves when the bus has said hello; rejects when it has not within 10 s, and when `signal` aborts.
   * `onMessage` gets signals and calls; `onClosed` is called once, when the connection has ended, by whichever side.
   */
  static async open(path: string, uid: number, { onMessage, onClosed, signal }: DbusListener): Promise<DbusConnection> {
    const socket = createConnection(path);
    const abort = () => socket.destroy();
    signal?.addEventListener('abort', abort);
    socket.once('close', () => signal?.removeEventListener('abort', abort));
    // Nothing of the hub waits for the bus at its end.
    socket.unref();
    const connection = new DbusConnection(socket, onMessage, onClosed);
    await connection.#signOn(uid);
    await connection.call({ ...theBus, member: 'Hello' });
    return connection;
  }

  /** Resolves with the body of the answer. Rejects with the bus's error, or when no answer came within 10 s. */
  call(call: DbusCall): Promise<readonly DbusValue[]> {
    return new Promise((resolve, reject) => {
      const serial = this.#send({ kind: 'call', body: [], ...call });
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(serial);
      };
      const waiting: PendingCall = {
        resolve: body => (end(), resolve(body)),
        reject: error => (end(), reject(error)),
      };
      const timer = setTimeout(() => waiting.reject(new Error(`${call.member} was not answered.`)), answerMs);
      timer.unref();
      this.#waiting.set(serial, waiting);
      if (this.#socket.destroyed) waiting.reject(new Error('The connection to the message bus has ended.'));
    });
  }

  /** Answers a call, or emits a signal. */
  send(message: Omit<DbusMessage, 'serial'>): void {
    this.#send(message);
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(message: Omit<DbusMessage, 'serial'>): number {
    this.#serial += 1;
    this.#socket.write(encodeMessage({ ...message, serial: this.#serial }));
    return this.#serial;
  }

  /** D-Bus specification "Authentication Protocol", mechanism EXTERNAL: the socket itself proves who this is. */
  #signOn(uid: number): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => socket.destroy(), answerMs);
      late.unref();
      socket.once('connect', () => socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(uid)).toString('hex')}\r\n`));
      socket.on('data', (chunk: Buffer) => {
        this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
        if (!this.#isOpen && this.#greeted()) {
          clearTimeout(late);
          resolve();
        }
        if (this.#isOpen) this.#read();
      });
      socket.on('error', reject);
      socket.once('close', () => {
        clearTimeout(late);
        const error = new Error('The message bus has ended the connection.');
        reject(error);
        for (const waiting of [...this.#waiting.values()]) waiting.reject(error);
        this.#onClosed();
      });
    });
  }

  /** Whether the bus has let this user in; messages follow from here. */
  #greeted(): boolean {
    const end = this.#bytes.indexOf('\r\n');
    if (end < 0 && this.#bytes.length < maxLine) return false;
    if (end < 0 || !this.#bytes.toString('latin1', 0, end).startsWith('OK ')) {
      this.#socket.destroy();
      return false;
    }
    this.#bytes = this.#bytes.subarray(end + 2);
    this.#isOpen = true;
    this.#socket.write('BEGIN\r\n');
    return true;
  }

  #read(): void {
    try {
      for (let found = decodeMessage(this.#bytes); found; found = decodeMessage(this.#bytes)) {
        this.#bytes = this.#bytes.subarray(found.length);
        this.#take(found.message);
      }
    } catch {
      // Whatever speaks there, it is not a message bus.
      this.#socket.destroy();
    }
  }

  #take(message: DbusMessage): void {
    const { kind, replySerial, errorName, body } = message;
    if (kind === 'call' || kind === 'signal') return this.#onMessage(message);
    const waiting = this.#waiting.get(replySerial ?? 0);
    if (kind === 'return') waiting?.resolve(body);
    else waiting?.reject(new Error(`${errorName ?? 'An error'}: ${String(body[0] ?? '')}`));
  }
}
