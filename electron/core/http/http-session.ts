// One agent over Streamable HTTP with an Mcp-Session-Id (MCP 2025-11-25 and earlier, "Transports").
import { inEnglish } from '../../../words/english.ts';
import { AgentConnection } from '../agent-connections/agent-connection.ts';
import { EventStream } from './event-stream.ts';
import { IdleWatch } from './idle-watch.ts';
import { PostReply } from './post-reply.ts';
import { HttpError, implementationError } from './replies.ts';
import { endOf, httpConnection } from './requester.ts';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Reason } from '../../../contract/reasons.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { Message, MessageId } from '../../../contract/schemas/messages.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { RpcValue } from './rpc-values.ts';

export interface HttpSessionOptions {
  readonly agentServices: AgentServices;
  readonly client: Client;
  readonly id: string;
  /** The one server that is shown, under its own names; all of them when undefined. */
  readonly serverId: string | undefined;
  /** Of the page that it is for. */
  readonly origin: string | undefined;
  /** Of the request that opened it. */
  readonly socket: Socket;
  /** Nothing of it is left; called once. */
  readonly onEnd: () => void;
}

/** A client that vanished without a DELETE has nothing open any more; after this long it counts as gone. */
const idleMs = 5 * 60_000;

export class HttpSession {
  readonly #options: HttpSessionOptions;
  readonly #connection: AgentConnection;
  /** By the ids of requests that are not answered yet. */
  readonly #replies = new Map<MessageId, PostReply>();
  #stream: EventStream | null = null;
  readonly #idle: IdleWatch;
  #isOver = false;

  constructor(options: HttpSessionOptions) {
    this.#options = options;
    const { agentServices, id, serverId } = options;
    const connecting = httpConnection(options, id, reason => this.end(reason), endOf(options.socket));
    const send = (text: string, message: Message, related?: MessageId) => this.#send(text, message, related);
    this.#connection = new AgentConnection(agentServices, connecting, send, { serverId });
    this.#idle = new IdleWatch(idleMs, () => this.end({ kind: 'left-http' }));
  }

  get clientId(): string {
    return this.#options.client.id;
  }

  /** Whether a response or its stream is open. */
  get isBusy(): boolean {
    return this.#idle.open > 0;
  }

  get origin(): string | undefined {
    return this.#options.origin;
  }

  get serverId(): string | undefined {
    return this.#options.serverId;
  }

  /** The messages of one body, with its text where it holds one alone. */
  post(response: ServerResponse, messages: readonly RpcValue[], text: string | null): void {
    this.#idle.keepAwake(response);
    const ids = messages.flatMap(({ kind, id }) => (kind === 'request' && id !== null ? [id] : []));
    if (ids.length > 0) {
      const headers = { 'mcp-session-id': this.#options.id };
      const reply = new PostReply(response, ids, { headers, isBatch: text === null });
      for (const id of ids) this.#replies.set(id, reply);
    } else {
      response.writeHead(202, { 'content-length': 0 }).end();
    }
    for (const { value } of messages) this.#connection.receiveValue(value, text ?? JSON.stringify(value));
  }

  /** Opens the stream for what belongs to no request. Throws HttpError 409 while there is one. */
  listen(response: ServerResponse): void {
    if (this.#stream?.isOpen)
      throw new HttpError(409, 'This session has its stream of events open already; use that one.');
    this.#idle.keepAwake(response);
    this.#stream = new EventStream(response, {
      headers: { 'mcp-session-id': this.#options.id },
      onEnd: isBehind => isBehind && this.end({ kind: 'does-not-read' }),
    });
  }

  /** Answers what is in flight with the reason, because a stream that only ends leaves the client waiting; then closes. */
  end(reason: Reason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#idle.stop();
    const error = { code: implementationError, message: inEnglish(reason) };
    for (const [id, reply] of this.#replies) reply.answer(id, JSON.stringify({ jsonrpc: '2.0', id, error }));
    this.#replies.clear();
    this.#stream?.end();
    this.#connection.closed(reason, false);
    this.#options.onEnd();
  }

  #send(text: string, message: Message, related?: MessageId): void {
    if (message.kind === 'result' || message.kind === 'error') {
      if (message.id === null) return;
      this.#replies.get(message.id)?.answer(message.id, text);
      this.#replies.delete(message.id);
      return;
    }
    // On the stream of its request, while that is open; else on the one that is for everything.
    const own = related === undefined ? undefined : this.#replies.get(related);
    if (own?.tell(text)) return;
    this.#stream?.event('message', text);
  }
}
