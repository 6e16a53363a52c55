// One peer on a wire: matches answers to requests, cancels, bounds what is in flight, and traces every message at one seam.
import { isUtf8 } from 'node:buffer';
import { isRecord, parseJson } from '../../../contract/json.ts';
import { foreign } from '../../../contract/reason.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { hubError } from '../../../words/hub-error.ts';
import { seen } from '../trace/excerpt.ts';
import { cancelledSaying } from './cancellation.ts';
import { tabOf, toolOf } from './describe-params.ts';
import { jsonRpcDialect } from './dialect.ts';
import { Incoming } from './incoming.ts';
import { Outgoing } from './outgoing.ts';
import type { HubError } from '../../../contract/errors.ts';
import type { Message, MessageId } from '../../../contract/schemas/messages.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { Seen } from '../trace/excerpt.ts';
import type { TraceOpen, TraceTap, WireFacts } from '../trace/tap.ts';
import type { WireDialect } from './dialect.ts';
import type { IncomingRequest, Reply } from './incoming-request.ts';
import type { RequestOptions } from './outgoing.ts';

/** How a dialect names the notification that cancels a request. */
export interface CancelForm {
  readonly method: string;
  params(id: MessageId, reason: string): unknown;
  idOf(params: Record<string, unknown>): unknown;
  /** Why, in the other side's words; absent where the form has no place for that. */
  reasonOf?(params: Record<string, unknown>): unknown;
}

export const mcpCancel: CancelForm = {
  method: 'notifications/cancelled',
  params: (requestId, reason) => ({ requestId, reason }),
  idOf: params => params.requestId,
  reasonOf: params => params.reason,
};

export interface PeerOptions {
  /** JSON-RPC when absent. */
  readonly dialect?: WireDialect;
  readonly hub: Party;
  /** Read for each message, because an agent's name is known only after its handshake. */
  other(): Party;
  readonly tap: TraceTap;
  /** Read for each request, because both sides agree on a revision first. */
  wire?(): WireFacts;
  readonly cancel: CancelForm;
  /** The id of the first request; 1 when absent. Where the other side may still answer an earlier connection, no id may come twice. */
  readonly firstId?: number;
  /** Without ids a late answer holds up the calls behind it, so it stands in the trace. */
  readonly traceLate?: boolean;
  /** Writes one message; the wire does the framing. */
  send(text: string, message: Message, related?: MessageId): void;
  /** What it throws is the error reply. */
  handle(request: IncomingRequest): Promise<Reply>;
  /** The trace entry that a request of the other side belongs to, or null. */
  causeOf?(method: string, params: unknown): number | null;
  /** `seq` is its trace entry: the parent of what it causes. */
  notified?(method: string, params: unknown, seq: number): void;
}

export interface NotifyOptions {
  /** The trace entry that causes this notification. */
  readonly parent: number | null;
  /** Handed to `send`: the id of the other side's request that the message belongs to. */
  readonly related?: MessageId | undefined;
}

export class Peer {
  readonly #options: PeerOptions;
  readonly #dialect: WireDialect;
  readonly #outgoing: Outgoing;
  readonly #incoming: Incoming;
  #closed = false;

  constructor(options: PeerOptions) {
    this.#options = options;
    this.#dialect = options.dialect ?? jsonRpcDialect;
    this.#outgoing = new Outgoing(options.hub, options.tap, options.firstId, options.wire);
    this.#incoming = new Incoming(options.tap, {
      open: (shown, method, about) => {
        const parent = options.causeOf?.(method, about.params) ?? null;
        return this.#open('in', 'request', method, shown, { ...about, parent });
      },
      send: answer => this.#send(answer),
      handle: request => options.handle(request),
    });
  }

  /** How many requests of the other side wait for our answer. */
  get inFlight(): number {
    return this.#incoming.size;
  }

  /** How many of ours wait for its answer. */
  get awaited(): number {
    return this.#outgoing.size;
  }

  /** The same as `receive` for a wire of bytes. */
  receiveBytes(bytes: Buffer): boolean {
    if (isUtf8(bytes)) return this.receive(bytes.toString('utf8'));
    if (!this.#closed)
      this.#incoming.refuse(
        null,
        rpcErrors.parse,
        { kind: 'message-no-utf8' },
        seen(bytes.toString('latin1'), undefined),
      );
    return false;
  }

  /** Takes one message as text; false when it is no JSON. Text that is no message gets one error answer and changes nothing else. */
  receive(text: string): boolean {
    if (this.#closed) return true;
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      this.#incoming.refuse(
        null,
        rpcErrors.parse,
        { kind: 'message-no-json', cause: error instanceof Error ? error.message : String(error) },
        seen(text, undefined),
      );
      return false;
    }
    this.receiveValue(value, text);
    return true;
  }

  /** The same for a wire that has parsed already. */
  receiveValue(value: unknown, text: string): void {
    if (this.#closed) return;
    // From here on nobody holds the text: a large one would stay as long as its request.
    const shown = seen(text, value);
    const message = this.#dialect.decode(value);
    if (typeof message === 'string') this.#incoming.refuse(null, rpcErrors.invalidRequest, foreign(message), shown);
    else if (message.kind === 'request') void this.#incoming.serve(message, shown);
    else if (message.kind === 'notification') this.#notified(message.method, message.params, shown);
    else if (!this.#outgoing.settle(message, shown) && this.#options.traceLate)
      this.#trace('in', '(late answer)', shown);
  }

  /** Sends a request and waits for its answer. Rejects with HubError; an abort is passed on as a cancellation. */
  request(method: string, params: unknown, options: RequestOptions): Promise<unknown> {
    if (this.#closed)
      return Promise.reject(
        hubError('ERR_CANCELLED', { kind: 'not-connected-any-more', peer: this.#options.other().label }),
      );
    return this.#outgoing.start(method, params, this.#options.other(), options, {
      send: message => this.#send(message, options.related),
      cancel: (id, reason) => this.notify(this.#options.cancel.method, this.#options.cancel.params(id, reason)),
    });
  }

  /** Nothing of the time of a request of ours passes, or it does again. */
  hold(id: MessageId, isHeld: boolean): void {
    this.#outgoing.hold(id, isHeld);
  }

  notify(method: string, params: unknown, options?: NotifyOptions): void {
    if (this.#closed) return;
    this.#trace(
      'out',
      method,
      this.#send({ kind: 'notification', method, params }, options?.related),
      options?.parent ?? null,
    );
  }

  /** As `close`, and whoever waits for an answer of ours gets the error as one. */
  dismiss(error: HubError): void {
    if (this.#closed) return;
    this.#incoming.answerAll(error);
    this.close(error);
  }

  /** Ends everything in flight, both ways. May be called twice. */
  close(error: HubError): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#incoming.abortAll(error);
    this.#outgoing.failAll(error);
  }

  #notified(method: string, params: unknown, shown: Seen): void {
    const seq = this.#trace('in', method, shown);
    const { cancel } = this.#options;
    if (method === cancel.method && isRecord(params)) {
      const id = cancel.idOf(params);
      if (typeof id === 'string' || typeof id === 'number')
        this.#incoming.abort(id, cancelledSaying(cancel.reasonOf?.(params)));
      return;
    }
    this.#options.notified?.(method, params, seq);
  }

  /** What was sent, empty when the dialect has no form for the message. */
  #send(message: Message, related?: MessageId): Seen {
    const value = this.#dialect.encode(message);
    if (value === null) return seen('', undefined);
    const text = JSON.stringify(value);
    this.#options.send(text, message, related);
    return seen(text, value);
  }

  /** Of what was not sent there is no entry; 0 is none's number. */
  #trace(dir: 'in' | 'out', method: string, shown: Seen, parent: number | null = null): number {
    return shown.bytes === 0 ? 0 : this.#open(dir, 'notification', method, shown, { parent });
  }

  #open(
    dir: 'in' | 'out',
    kind: TraceOpen['kind'],
    method: string,
    message: Seen,
    { id, params, parent = null }: { id?: MessageId; params?: unknown; parent?: number | null } = {},
  ): number {
    const { hub, tap } = this.#options;
    const other = this.#options.other();
    return tap.open({
      dir,
      from: dir === 'in' ? other : hub,
      to: dir === 'in' ? hub : other,
      kind,
      method,
      tool: toolOf(params),
      rpcId: id === undefined ? null : String(id),
      parent,
      tabId: tabOf(params),
      message,
      ...(this.#options.wire && { wire: this.#options.wire() }),
      ...(dir === 'in' && isRecord(params) && params._meta !== undefined && { meta: params._meta }),
    });
  }
}
