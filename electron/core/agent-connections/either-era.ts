// An agent on a connection that carries messages both ways (the shim's, `/sse`), of either era of MCP: its first request says which.
import { isRecord, parseJson } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { claimsStateless, statelessVersion } from '../http/stateless/era.ts';
import { StatelessAgent } from '../http/stateless/stateless-agent.ts';
import { loadPart } from '../platform/load-part.ts';
import { AgentConnection } from './agent-connection.ts';
import { OpenStateless } from './open-stateless.ts';
import type { JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Reason } from '../../../contract/reasons.ts';
import type { Message } from '../../../contract/schemas/messages.ts';
import type { AgentWire, SendToAgent } from '../agents/agent-wire.ts';
import type { ConnectingAgent } from '../agents/arrived-agent.ts';
import type { eraOf } from '../http/stateless/claimed-era.ts';
import type { Era } from '../http/stateless/era.ts';
import type { AgentServices } from './agent-services.ts';

type Rules = { readonly eraOf: typeof eraOf };

const session: Era = { kind: 'session' };

export interface EitherEraOptions {
  readonly services: AgentServices;
  readonly connecting: ConnectingAgent;
  readonly wire: AgentWire;
  readonly randomBytes: (size: number) => Buffer;
  /** Writes one message; what it throws at an answer becomes ERR_TOO_LARGE for the asker. */
  readonly write: (text: string, message: Message) => void;
}

export class EitherEra {
  readonly #options: EitherEraOptions;
  readonly #connection: AgentConnection;
  readonly #open: OpenStateless;
  /** Undecided until a request that is no `server/discover`: who has only asked what is spoken here may take either. */
  #era: 'undecided' | 'handshake' | 'stateless' = 'undecided';
  /** Of the newer era, on their way once a message has claimed it. From then on all that comes waits for them, and so keeps its order. */
  #rules: Promise<Rules> | null = null;
  #isClosed = false;
  /** The one without a handshake, once it has asked anything, with what it takes from the hub. */
  #stateless: { readonly agent: StatelessAgent; readonly send: SendToAgent } | null = null;

  constructor(options: EitherEraOptions) {
    this.#options = options;
    const { services, connecting, wire, write } = options;
    this.#open = new OpenStateless(write);
    this.#connection = new AgentConnection(services, connecting, (...sent) => this.#send(...sent), wire);
  }

  /** False when the text is no JSON. */
  receive(text: string): boolean {
    if (this.#era === 'handshake') return this.#connection.receive(text);
    let value: unknown;
    try {
      value = parseJson(text);
    } catch {
      return this.#connection.receive(text);
    }
    this.receiveValue(value, text);
    return true;
  }

  receiveValue(value: unknown, text: string): void {
    if (this.#era !== 'handshake' && claimsStateless(value))
      this.#rules ??= loadPart(() => import('../http/stateless/claimed-era.ts'));
    if (this.#rules === null) return this.#receive(value, text, null);
    this.#rules.then(
      rules => this.#isClosed || this.#receive(value, text, rules),
      (error: unknown) => this.#isClosed || this.#receiveWithout(value, text, error),
    );
  }

  /** The rules could not be loaded: what has claimed the newer era is refused, and the older one goes on. */
  #receiveWithout(value: unknown, text: string, error: unknown): void {
    this.#rules = null;
    if (!isRecord(value) || !claimsStateless(value)) this.#receive(value, text, null);
    else if ('method' in value) this.#open.refuse(value, error);
  }

  #receive(value: unknown, text: string, rules: Rules | null): void {
    if (this.#era === 'handshake' || !isRecord(value)) return this.#connection.receiveValue(value, text);
    if (this.#open.cancelled(value)) return;
    try {
      const era = rules !== null && claimsStateless(value) ? rules.eraOf(value) : session;
      if (era.kind === 'stateless') this.#take(era.message, text);
      else if (this.#era === 'stateless') this.#refuse(value);
      else this.#takeOlder(value, text);
    } catch (error) {
      this.#open.refuse(value, error);
    }
  }

  /** The transport ended. Calls in flight are cancelled and never executed afterwards. */
  closed(reason: Reason, mayReturn?: boolean): void {
    this.#isClosed = true;
    this.#open.close();
    if (this.#stateless) this.#stateless.agent.end(reason, mayReturn);
    else this.#connection.closed(reason, mayReturn);
  }

  #send(...[text, message, related]: Parameters<SendToAgent>): void {
    // What cannot be read at all belongs to no request of either era.
    const isOfNone = message.kind === 'error' && message.id === null;
    if (this.#stateless && this.#era !== 'handshake' && !isOfNone) this.#stateless.send(text, message, related);
    else this.#options.write(text, message);
  }

  #takeOlder(value: Record<string, unknown>, text: string): void {
    if ('method' in value && 'id' in value) this.#era = 'handshake';
    this.#connection.receiveValue(value, text);
  }

  /** This era has no notification but the one that cancels. */
  #take(message: JSONRPCRequest | JSONRPCNotification, text: string): void {
    if (!('id' in message)) return;
    if (message.method !== 'server/discover') this.#era = 'stateless';
    this.#stateless ??= this.#begin();
    const { agent } = this.#stateless;
    this.#open.serve(message, text, request => agent.serve(request));
  }

  #begin() {
    const { services, connecting, wire, randomBytes } = this.#options;
    const place: { send: SendToAgent } = { send: () => {} };
    const agent = new StatelessAgent({
      catalogue: services.catalogue,
      randomBytes,
      clientId: connecting.client.id,
      serverId: wire.serverId,
      connect: send => {
        place.send = send;
        return this.#connection;
      },
      onEnd: () => {},
    });
    return { agent, send: place.send };
  }

  /** Requests of the other era, from an agent that has begun without a handshake. */
  #refuse(value: Record<string, unknown>): void {
    if (typeof value.method !== 'string' || !('id' in value)) return;
    const isHandshake = value.method === 'initialize';
    const requested = isRecord(value.params) ? value.params.protocolVersion : undefined;
    const message = `This connection began with MCP ${statelessVersion}: each request has its envelope in params._meta, and there is no initialize.`;
    const code = isHandshake ? unsupportedVersion : rpcErrors.invalidParams;
    const data = isHandshake ? { supported: [statelessVersion], requested: String(requested) } : undefined;
    this.#open.answerError(value, { code, message, ...(data && { data }) });
  }
}

/** MCP 2026-07-28 "Errors", UnsupportedProtocolVersion. */
const unsupportedVersion = -32022;
