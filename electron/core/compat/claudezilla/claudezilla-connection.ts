// One connection to spec 000's socket: lines in, one reply for each, several at once. Knows tokens, bounds and nothing of commands.
import { isUtf8 } from 'node:buffer';
import { HubError } from '../../../../contract/errors.ts';
import { recordIn } from '../../../../contract/json.ts';
import { maxClaudezillaLineBytes } from '../../../../native-host/dialects/claudezilla/claudezilla.ts';
import { dialects } from '../../../../native-host/dialects/dialects.ts';
import { LineSplitter } from '../../../../native-host/framing/line-splitter.ts';
import { inEnglish } from '../../../../words/english.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { Peer } from '../../wire/peer.ts';
import type { Socket } from 'node:net';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Message } from '../../../../contract/schemas/messages.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { ClaudezillaRequest } from '../../../../native-host/dialects/claudezilla/claudezilla.ts';
import type { IncomingRequest, Reply } from '../../wire/incoming-request.ts';
import type { PeerOptions } from '../../wire/peer.ts';
import type { ClaudezillaAgent } from './claudezilla-agents.ts';

export interface ClaudezillaHandler {
  readonly hub: Party;
  readonly tap: PeerOptions['tap'];
  /** Whether the token is right; a wrong or missing one is counted. */
  accepts(token: string | undefined): boolean;
  /** Whether this is the token; nothing is counted. */
  isToken(token: string): boolean;
  /** How long the answer to a wrong token waits now, in milliseconds. */
  delayMs(): number;
  /** The inode of the other end, to tell its process by; null where the system does not tell. */
  endOf(socket: Socket): Promise<string | null>;
  /** So much came of a line that is not whole; 0 when it is. */
  pending?(bytes: number): void;
  /** Who asks; `before` has asked on the same connection. Throws HubError when it may not come in. */
  askerOf(request: ClaudezillaRequest, end: string | null, before: ClaudezillaAgent | null): ClaudezillaAgent;
  partyOf(agent: ClaudezillaAgent): Party;
  /** `connection`: the same object for all that comes on one connection. */
  handle(asker: ClaudezillaAgent, request: IncomingRequest, connection: object): Promise<Reply>;
}

interface Exchange {
  readonly peer: Peer;
  readonly end: (reason: Reason) => void;
  readonly asker: ClaudezillaAgent | null;
}

const stranger: Party = { kind: 'agent', id: 'claudezilla', label: 'Claudezilla' };
const cancel: PeerOptions['cancel'] = { method: '', params: () => ({}), idOf: () => undefined };

/** Stands in a text for bytes that are no UTF-8. */
const replacement = '\ufffd';
const maxUnreadable = 3;
const maxAtOnce = 100;
const maxQueueBytes = 64 * 1024 * 1024;
const halfLineMs = 30_000;
/** The real host closes after 60 s, also under a pending command; here nothing may be pending. */
const idleMs = 600_000;

/** What is seen of a connection from outside. */
export interface OpenClaudezilla {
  /** Whether a command is under way. */
  readonly isBusy: boolean;
  /** Whether it has shown the token. */
  readonly isProven: boolean;
  refuse(sentence: string): void;
}

/** Serves the connection until it ends. What its asker waits for when it leaves is cancelled. */
export function acceptClaudezilla(socket: Socket, handler: ClaudezillaHandler): OpenClaudezilla {
  const connection = new ClaudezillaConnection(socket, handler);
  const splitter = new LineSplitter(maxClaudezillaLineBytes, (line, bytes) =>
    // What is no UTF-8 is no JSON either, and stands for itself as one sign that is none.
    connection.take(line.includes(replacement) && !isUtf8(bytes) ? replacement : line),
  );
  let pending = 0;
  socket.on('data', chunk => {
    if (!connection.heard(chunk)) return;
    const end = chunk.lastIndexOf(0x0a);
    pending = end === -1 ? pending + chunk.length : chunk.length - end - 1;
    handler.pending?.(pending);
    if (!splitter.push(chunk)) connection.refuse('Message too large');
  });
  socket.on('end', () => connection.left());
  socket.on('close', () => connection.left());
  socket.on('drain', () => connection.flow());
  socket.on('error', () => socket.destroy());
  return connection;
}

class ClaudezillaConnection {
  readonly #socket: Socket;
  readonly #handler: ClaudezillaHandler;
  readonly #dialect: ReturnType<typeof dialects.claudezilla.agent>;
  readonly #exchanges = new Set<Exchange>();
  /** Lines wait here in their order while answers are delayed. */
  #turn: Promise<void> | null = null;
  /** Undefined until it was asked for, which costs a moment and is done for lines that name a command. */
  #end: string | null | undefined;
  /** Who has said an id here last. */
  #named: ClaudezillaAgent | null = null;
  #waiting = 0;
  #unreadable = 0;
  #isProven = false;
  /** Nothing more is read; it ends once what is pending was answered. */
  #refused = false;
  #ended = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, handler: ClaudezillaHandler) {
    this.#socket = socket;
    this.#handler = handler;
    this.#dialect = dialects.claudezilla.agent(token => {
      const isRight = handler.accepts(token);
      this.#isProven ||= isRight;
      return isRight;
    });
  }

  get isBusy(): boolean {
    return this.#exchanges.size > 0;
  }

  get isProven(): boolean {
    return this.#isProven;
  }

  /** Half a line and then silence ends the connection, and so does a long time of nothing at all. False when nothing is read any more. */
  heard(chunk: Buffer): boolean {
    if (this.#refused || this.#ended) return false;
    clearTimeout(this.#timer);
    const half = chunk.at(-1) !== 0x0a;
    const idle = () => {
      if (half) this.refuse(`The rest of a line did not come within ${halfLineMs / 1000} s`);
      else if (this.#exchanges.size === 0) this.#socket.destroy();
      else this.#timer?.refresh();
    };
    this.#timer = setTimeout(idle, half ? halfLineMs : idleMs).unref();
    return true;
  }

  take(line: string): void {
    if (this.#refused || this.#ended || line.trim() === '') return;
    const delay = this.#delayOf(line);
    const needsEnd = this.#end === undefined && line.includes('command');
    if (delay === 0 && !this.#turn && !needsEnd) return this.#exchange(line);
    this.#waiting += 1;
    const turn = (this.#turn ?? Promise.resolve()).then(async () => {
      if (delay > 0) await new Promise(resolve => setTimeout(resolve, delay));
      if (needsEnd) this.#end ??= await this.#handler.endOf(this.#socket);
      this.#waiting -= 1;
      if (!this.#refused && !this.#ended) this.#exchange(line);
      if (this.#turn === turn) this.#turn = null;
      this.flow();
    });
    this.#turn = turn;
    this.flow();
  }

  /** Only who is wrong waits: whoever has the token must be served while somebody else guesses. */
  #delayOf(line: string): number {
    const delay = this.#handler.delayMs();
    if (delay === 0) return 0;
    const token = tokenIn(line);
    const isRight = token === undefined ? this.#isProven : this.#handler.isToken(token);
    return isRight ? 0 : delay;
  }

  /** One sentence, and the connection ends once every command before it was answered. */
  refuse(sentence: string): void {
    if (this.#refused || this.#ended) return;
    this.#refused = true;
    this.#write(JSON.stringify({ success: false, error: sentence }));
    this.#endIfAnswered();
  }

  left(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    for (const exchange of [...this.#exchanges]) {
      this.#finish(exchange);
      exchange.peer.close(new HubError('ERR_CANCELLED', 'The asker has left.'));
    }
  }

  /** Reads on only while few commands are under way and the other side takes its replies. */
  flow(): void {
    const busy = this.#exchanges.size >= maxAtOnce || this.#waiting >= maxAtOnce || this.#socket.writableNeedDrain;
    if (busy) this.#socket.pause();
    else this.#socket.resume();
  }

  #exchange(line: string): void {
    let asker: ClaudezillaAgent | null = null;
    let message: Message | string = '';
    const decode = (value: unknown): Message | string => {
      this.#unreadable = 0;
      message = this.#dialect.decode(value);
      if (typeof message === 'string' || message.kind !== 'request') return message;
      try {
        asker = this.#handler.askerOf(message.params as ClaudezillaRequest, this.#end ?? null, this.#named);
        if (asker.claimed !== null) this.#named = asker;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
      asker.inFlight.add(exchange.end);
      this.#exchanges.add(exchange);
      return message;
    };
    this.#unreadable += 1;
    const peer = new Peer({
      dialect: { decode, encode: answer => this.#dialect.encode(answer) },
      hub: this.#handler.hub,
      other: () => (asker ? this.#handler.partyOf(asker) : stranger),
      tap: this.#handler.tap,
      cancel,
      send: text => this.#reply(exchange, text),
      handle: request => this.#handle(asker, request),
    });
    const exchange: Exchange = {
      peer,
      get asker() {
        return asker;
      },
      end: reason => this.#endExchange(exchange, reason),
    };
    peer.receive(line);
    if (this.#unreadable >= maxUnreadable) this.refuse(`${maxUnreadable} lines in a row cannot be read`);
  }

  #handle(asker: ClaudezillaAgent | null, request: IncomingRequest): Promise<Reply> {
    if (!asker) return Promise.reject(new HubError('ERR_INTERNAL', 'A request has no asker.'));
    this.flow();
    return this.#handler.handle(asker, request, this.#socket);
  }

  #endExchange(exchange: Exchange, reason: Reason): void {
    this.#write(JSON.stringify({ success: false, error: inEnglish(reason) }));
    this.#finish(exchange);
    exchange.peer.close(hubError('ERR_CANCELLED', reason));
  }

  /** Throws ERR_TOO_LARGE for what the other side's buffer would not take; the peer then answers with that. */
  #reply(exchange: Exchange, text: string): void {
    const bytes = Buffer.byteLength(text);
    if (bytes >= maxClaudezillaLineBytes)
      throw new HubError(
        'ERR_TOO_LARGE',
        `The reply has ${bytes} bytes, and this wire takes ${maxClaudezillaLineBytes}.`,
      );
    this.#finish(exchange);
    this.#write(text);
    this.#endIfAnswered();
    this.flow();
  }

  #finish(exchange: Exchange): void {
    exchange.asker?.inFlight.delete(exchange.end);
    this.#exchanges.delete(exchange);
  }

  #endIfAnswered(): void {
    if (this.#refused && this.#exchanges.size === 0) this.#socket.end();
  }

  #write(text: string): void {
    if (!this.#socket.writable) return;
    this.#socket.write(`${text}\n`);
    if (this.#socket.writableLength > maxQueueBytes) this.#socket.destroy();
  }
}

function tokenIn(line: string): string | undefined {
  const token = recordIn(line)?.authToken;
  return typeof token === 'string' ? token : undefined;
}
