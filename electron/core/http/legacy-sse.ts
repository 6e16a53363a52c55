// Spec 004's own wire (MCP 2024-11-05 "HTTP with SSE"): answers come on the stream of GET /sse, messages go to POST /message.
import { inEnglish } from '../../../words/english.ts';
import { EitherEra } from '../agent-connections/either-era.ts';
import { EventStream } from './event-stream.ts';
import { withoutTokenClientId } from './mcp-access.ts';
import { answerJson, HttpError, implementationError } from './replies.ts';
import { endOf } from './requester.ts';
import { readRpcValues } from './rpc-values.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reason } from '../../../contract/reasons.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { Message, MessageId, ToolResult } from '../../../contract/schemas/messages.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { AgentWire } from '../agents/agent-wire.ts';
import type { ConnectingAgent } from '../agents/arrived-agent.ts';
import type { McpAccess } from './mcp-access.ts';
import type { JsonBody } from './read-body.ts';

export interface LegacySseOptions {
  readonly agentServices: AgentServices;
  readonly access: Pick<McpAccess, 'seen'>;
  readonly randomBytes: (size: number) => Buffer;
  readonly now: () => number;
  /** What a client reads as the name in `serverInfo`; read for each handshake. */
  readonly serverName: () => string;
  /** Spec 004 "ping": every 30 s. */
  readonly pingMs?: number;
  /** A stream was refused, because there are too many. */
  readonly onCrowded?: (() => void) | undefined;
}

interface Listener {
  readonly id: string;
  readonly client: Client;
  /** Of the page that listens; undefined where none does. */
  readonly origin: string | undefined;
  readonly stream: EventStream;
  readonly agent: EitherEra;
  readonly unanswered: Set<MessageId>;
  /** Answers what is in flight with the reason, then ends the stream. Unless it is asked to go, the agent may come back. */
  readonly end: (reason: Reason, mayReturn?: boolean) => void;
}

const defaultPingMs = 30_000;
const maxListeners = 1_000;
/** One credential must not take the room of all others. */
const maxOfClient = 50;

export class LegacySse {
  readonly #options: LegacySseOptions;
  readonly #listeners = new Map<string, Listener>();

  constructor(options: LegacySseOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** GET /sse. Throws HttpError 429 when this client has too many streams, 503 when too many listen. */
  listen(response: ServerResponse, client: Client, origin?: string): void {
    this.#expectRoom(client);
    const id = `session_${this.#options.randomBytes(16).toString('hex')}`;
    const stream = this.#openStream(response, id);
    // Before the connection: what it sends must not stand in front of this.
    stream.event('endpoint', `/message?sessionId=${id}`);
    this.#listeners.set(
      id,
      this.#connect(id, { client, origin, end: response.socket ? endOf(response.socket) : undefined }, stream),
    );
    this.#options.access.seen(client.id);
  }

  /** POST /message?sessionId=. Throws HttpError. */
  post(request: IncomingMessage, response: ServerResponse, client: Client, body: JsonBody): void {
    const listener = this.find(request, client);
    const messages = readRpcValues(body.value);
    answerJson(response, 202, { status: 'accepted' });
    const text = Array.isArray(body.value) ? null : body.text;
    for (const { kind, id, value } of messages) {
      if (kind === 'request' && id !== null) listener.unanswered.add(id);
      listener.agent.receiveValue(value, text ?? JSON.stringify(value));
    }
    // Its own answer comes first.
    if (messages.some(({ method }) => method === 'shutdown')) setImmediate(() => this.#shutDown(listener));
  }

  /** Throws HttpError 400 without an id, 404 for one that is not this client's, or not this page's. */
  find(request: IncomingMessage, client: Client): Listener {
    const id = new URLSearchParams((request.url ?? '').split('?', 2)[1]).get('sessionId');
    if (!id) throw new HttpError(400, 'The query holds no sessionId; take it from the endpoint event of GET /sse.');
    const { origin } = request.headers;
    const listener = this.#listeners.get(id);
    // A page posts for its own stream alone, whatever it has read of the ids of others.
    if (listener?.client.id === client.id && (origin === undefined || listener.origin === origin)) return listener;
    throw new HttpError(404, 'This sessionId is not known; open GET /sse again.', -32001);
  }

  endAll(reason: Reason): void {
    for (const { end } of [...this.#listeners.values()]) end(reason, true);
  }

  #expectRoom({ id, name }: Client): void {
    const own = [...this.#listeners.values()].filter(({ client }) => client.id === id).length;
    if (own < maxOfClient && this.#listeners.size < maxListeners) return;
    this.#options.onCrowded?.();
    if (own >= maxOfClient) {
      const sentence = `${name} has ${maxOfClient} SSE streams open already; end some.`;
      throw new HttpError(429, sentence, undefined, { headers: { 'retry-after': '10' } });
    }
    throw new HttpError(503, `${maxListeners} SSE clients are connected already; end some.`);
  }

  #shutDown({ id, stream }: Listener): void {
    this.#ended(id, { kind: 'left-sse' }, false);
    stream.end();
  }

  #openStream(response: ServerResponse, id: string): EventStream {
    const { now, pingMs = defaultPingMs } = this.#options;
    return new EventStream(response, {
      headers: { 'cache-control': 'no-cache', 'x-session-id': id },
      keepAliveMs: pingMs,
      onTick: ticking => ticking.event('ping', JSON.stringify({ timestamp: now() })),
      lastWords: errorEvent,
      onEnd: isBehind => this.#ended(id, { kind: isBehind ? 'does-not-read' : 'left-sse' }, true),
    });
  }

  #connect(
    id: string,
    { client, origin, end: at }: Pick<ConnectingAgent, 'client' | 'origin' | 'end'>,
    stream: EventStream,
  ): Listener {
    const unanswered = new Set<MessageId>();
    const end = (reason: Reason, mayReturn = false) => {
      const error = { code: implementationError, message: inEnglish(reason) };
      for (const asked of unanswered) stream.event('message', JSON.stringify({ jsonrpc: '2.0', id: asked, error }));
      unanswered.clear();
      const { event, data } = errorEvent(inEnglish(reason));
      stream.event(event, data);
      this.#ended(id, reason, mayReturn);
      stream.end();
    };
    const { agentServices, randomBytes } = this.#options;
    const instance = this.#instanceOf(client, id);
    const disconnect = (reason: Reason) => end(reason);
    const connecting = { client, instance, transport: 'sse' as const, program: null, origin, disconnect, end: at };
    const write = (text: string, message: Message) => {
      if ((message.kind === 'result' || message.kind === 'error') && message.id !== null) unanswered.delete(message.id);
      stream.event('message', text);
    };
    const wire = this.#wire(stream);
    return {
      id,
      client,
      origin,
      stream,
      unanswered,
      end,
      agent: new EitherEra({ services: agentServices, connecting, wire, randomBytes, write }),
    };
  }

  #wire(stream: EventStream): AgentWire {
    return {
      // Who asks for a revision that nobody knows is told the one that this wire belongs to.
      unknownVersion: '2024-11-05',
      listsSpec004: true,
      serverName: this.#options.serverName,
      methods: { shutdown: () => ({}) },
      isBehind: () => stream.isBehind,
      call: async (_agent, params, run) => saidToBeNoError(await run(params)),
    };
  }

  #ended(id: string, reason: Reason, mayReturn: boolean): void {
    const listener = this.#listeners.get(id);
    if (!this.#listeners.delete(id)) return;
    listener?.agent.closed(reason, mayReturn && !isAnyProgram(listener.client));
  }

  /**
   * A client that connects again has no way to say who it was, so it is the one that its credential has left, where that is one alone.
   * Who shows no credential is nobody's successor: it may be another program, of another account, and there are tabs to take over.
   */
  #instanceOf(client: Client, id: string): string {
    if (isAnyProgram(client)) return id;
    return this.#options.agentServices.agents.returning.loneOrphan(client.id) ?? id;
  }
}

function isAnyProgram({ id }: Client): boolean {
  return id === withoutTokenClientId;
}

/** Spec 004 "Tool Call Response" has `isError` in each result; MCP leaves it out where it is false. */
function saidToBeNoError(result: ToolResult): ToolResult {
  return result.content === undefined || result.isError !== undefined ? result : { ...result, isError: false };
}

function errorEvent(reason: string): { event: string; data: string } {
  return { event: 'error', data: JSON.stringify({ code: implementationError, message: reason }) };
}
