// A run of a server behind an address, by Streamable HTTP or by HTTP with SSE: text of messages in and out, and one honest end.
import { setTimeout as sleep } from 'node:timers/promises';
import { SSEClientTransport, SseError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isRecord, parseJson } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { inEnglish } from '../../../../words/english.ts';
import { envelopeKeys } from '../../wire/envelope-keys.ts';
import { KeptStderr } from '../logs/kept-stderr.ts';
import { answerWithin } from './answer-within.ts';
import { CallHeaders } from './call-headers.ts';
import { failureOf } from './failure-in-words.ts';
import { mayBeOlder, openOlderWire } from './older-wire.ts';
import { openWire } from './open-wire.ts';
import { Retries } from './retries.ts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Reason } from '../../../../contract/reasons.ts';
import type { RemoteConfig } from '../../../../contract/schemas/servers.ts';
import type { RunEnd, RunEndCause, ServerTransport, TransportEvents } from '../lifecycle/server-transport.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { RemoteFailure } from './failure-in-words.ts';
import type { AuthChallenge, Wire } from './open-wire.ts';

export interface RemoteTransportOptions extends TransportEvents {
  /** With the values of secrets in their place. */
  readonly config: RemoteConfig;
  /** What each request proves itself with; null where the server's headers alone do. */
  readonly auth: RemoteAuth | null;
  /** How long a session that ends by itself has to be closed in order. */
  readonly graces: StopGraces;
}

export interface RemoteAuth {
  token(): Promise<string | undefined>;
  /** `presented` is the Authorization header that was refused. Resolves when trying again makes sense. */
  onUnauthorized(challenge: AuthChallenge, presented: string | null): Promise<void>;
  /** The server wants more than was granted: the next sign-in asks for it. */
  insufficient(error: unknown): void;
}

type Id = string | number;

const maxQueuedBytes = 64 * 1024 * 1024;

export class RemoteTransport implements ServerTransport {
  readonly #options: RemoteTransportOptions;
  #wire: Wire;
  readonly #retries: Retries;
  readonly #stderr: KeptStderr;
  readonly #headers = new CallHeaders();
  /** The requests that have no answer yet, each with what ends its HTTP request. */
  readonly #asked = new Map<Id, AbortController>();
  /** What comes after `notifications/initialized` waits until the server has taken that. */
  #turn: Promise<unknown>;
  #initializeId: Id | null = null;
  /** Of the era in which closing the connection cancels a request, and no notification does (MCP 2026-07-28). */
  #isStateless = false;
  #queuedBytes = 0;
  #closing: Promise<void> | null = null;
  #isOver = false;
  #end: (end: RunEnd) => void = () => {};
  readonly pid = null;
  readonly ended: Promise<RunEnd>;
  readonly gone: Promise<void>;

  constructor(options: RemoteTransportOptions) {
    this.#options = options;
    this.#stderr = new KeptStderr(options);
    this.ended = new Promise(resolve => {
      this.#end = resolve;
    });
    this.gone = this.ended.then(() => this.#closing ?? undefined);
    this.#retries = new Retries(() => this.#finish('away', { kind: 'stream-broke', host: this.#host }));
    this.#wire = openWire(options, this.#retries);
    this.#listen(this.#wire);
    this.#turn = this.#wire.start();
    this.#turn.catch((error: unknown) => this.#endBy(this.#failure(error)));
  }

  get stderr(): string[] {
    return this.#stderr.lines();
  }

  send(text: string): void {
    if (this.#isOver) return;
    if (this.#queuedBytes > 0 && this.#queuedBytes + text.length > maxQueuedBytes) {
      return this.fail({ kind: 'not-taken', mib: maxQueuedBytes >> 20 });
    }
    this.#queuedBytes += text.length;
    const sent = this.#send(parseJson(text) as JSONRPCMessage).finally(() => {
      this.#queuedBytes -= text.length;
    });
    void sent;
  }

  note(line: string): void {
    this.#stderr.add(line);
  }

  fail(reason: Reason): void {
    this.#finish('away', reason);
  }

  stop(graces: StopGraces): Promise<void> {
    if (this.#closing) void this.#wire.close();
    this.#finish('ended', { kind: 'was-stopped' }, graces);
    return this.gone;
  }

  #listen(wire: Wire): void {
    wire.onmessage = message => this.#received(message);
    wire.onerror = error => this.#troubled(error);
  }

  get #host(): string {
    return new URL(this.#options.config.url).host;
  }

  async #send(message: JSONRPCMessage): Promise<void> {
    const id = idOf(message);
    if (hasEnvelope(message)) this.#isStateless = true;
    // It was asked in the newer era and did not know it.
    else if ('method' in message && message.method === 'initialize') this.#isStateless = false;
    if (this.#isStateless && id === null) return this.#cancelled(message);
    const asking = new AbortController();
    if (id !== null) this.#asked.set(id, asking);
    if ('method' in message && message.method === 'initialize') this.#initializeId = id;
    const sent = this.#turn.then(() => this.#post(message, id, asking.signal));
    if ('method' in message && message.method === 'notifications/initialized') this.#turn = sent.catch(() => {});
    try {
      await sent;
    } catch (error) {
      if (!asking.signal.aborted) this.#notSent(message, id, error);
    }
    this.#cancelled(message);
  }

  #post(message: JSONRPCMessage, id: Id | null, requestSignal: AbortSignal): Promise<void> {
    if (this.#wire instanceof SSEClientTransport) return this.#wire.send(message);
    if (id === null) return this.#wire.send(message);
    const onRequestStreamEnd = () => this.#answer(id, { kind: 'answer-cut-off', host: this.#host });
    const headers = this.#isStateless ? this.#headers.of(message) : {};
    return this.#wire.send(message, { requestSignal, onRequestStreamEnd, headers });
  }

  /** A request that was cancelled is answered no more, so its HTTP request ends too. */
  #cancelled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const id = message.params?.requestId;
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#asked.get(id)?.abort();
    this.#asked.delete(id);
  }

  #notSent(message: JSONRPCMessage, id: Id | null, error: unknown): void {
    if (this.#isOver) return;
    const isHandshake = id !== null && id === this.#initializeId;
    const answer = id === null ? null : answerWithin(error, id, isHandshake);
    if (answer) return this.#received(answer);
    const failure = this.#failure(error);
    if (isHandshake && mayBeOlder(error))
      this.#tryOlder(message, failure).catch((thrown: unknown) => this.#endBy(this.#failure(thrown)));
    else if (failure.kind !== 'refused' || isHandshake) this.#endBy(failure);
    else if (id !== null) this.#answer(id, failure.reason);
    else this.note(`A message was not taken: ${inEnglish(failure.reason)}`);
  }

  /** Says the handshake again over the older transport; where nothing speaks that, the first refusal holds. */
  async #tryOlder(initialize: JSONRPCMessage, failure: RemoteFailure): Promise<void> {
    const older = await openOlderWire(this.#options, this.#retries);
    if (!older) return this.#endBy(failure);
    const newer = this.#wire;
    this.#wire = older;
    this.#listen(older);
    await newer.close();
    if (this.#isOver) return older.close();
    this.note('It refused Streamable HTTP, and is asked by HTTP with SSE.');
    await this.#send(initialize);
  }

  /** Answers for a server that cannot: the run goes on. */
  #answer(id: Id, reason: Reason): void {
    if (this.#isOver || !this.#asked.delete(id)) return;
    const message = inEnglish(reason);
    this.#options.onText(JSON.stringify({ jsonrpc: '2.0', id, error: { code: rpcErrors.internal, message } }));
  }

  #received(message: JSONRPCMessage): void {
    if (this.#isOver) return;
    if (!('method' in message) && message.id !== undefined) {
      this.#headers.learn(message);
      this.#asked.delete(message.id);
      if (message.id === this.#initializeId && 'result' in message) this.#agreed(message.result);
    }
    this.#options.onText(JSON.stringify(message));
  }

  /** Each later request names the revision that both speak (MCP 2025-11-25, "Protocol Version Header"). */
  #agreed(result: unknown): void {
    const version = isRecord(result) ? result.protocolVersion : undefined;
    if (typeof version === 'string') this.#wire.setProtocolVersion(version);
  }

  /** Failed sends are dealt with where they were sent; the rest are streams and what could not be read. */
  #troubled(error: Error): void {
    if (this.#isOver) return;
    // The older transport connects again by itself, to a server that knows nothing of the handshake.
    if (error instanceof SseError) this.#endBy(this.#failure(error));
    else if (this.#failure(error).kind === 'unauthorized') this.#endBy(this.#failure(error));
    else this.note(error.message);
  }

  #failure(error: unknown): RemoteFailure {
    const hasSession = this.#wire instanceof StreamableHTTPClientTransport && this.#wire.sessionId !== undefined;
    const failure = failureOf(error, this.#options.config.url, hasSession);
    if (failure.kind === 'unauthorized') this.#options.auth?.insufficient(error);
    return failure;
  }

  #endBy({ kind, reason }: RemoteFailure): void {
    // Also of what refuses: a proxy, a page to sign in to a network or a deployment under way answers anything.
    this.#finish(kind === 'unauthorized' ? 'unauthorized' : 'away', reason);
  }

  #finish(cause: RunEndCause, reason: Reason, graces = this.#options.graces): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#retries.stop();
    this.#closing = this.#close(graces);
    this.#end({ cause, reason });
  }

  /** Tells the server that its session is over, when it listens (MCP 2025-11-25, "Session Management"). */
  async #close({ inputMs, termMs }: StopGraces): Promise<void> {
    const wire = this.#wire;
    if (wire instanceof StreamableHTTPClientTransport) {
      await Promise.race([wire.terminateSession().catch(() => {}), sleep(inputMs + termMs, undefined, { ref: false })]);
    }
    for (const asking of this.#asked.values()) asking.abort();
    await wire.close();
  }
}

function idOf(message: JSONRPCMessage): Id | null {
  return 'method' in message && 'id' in message ? message.id : null;
}

function hasEnvelope(message: JSONRPCMessage): boolean {
  const meta = 'method' in message ? message.params?._meta : undefined;
  return meta !== undefined && envelopeKeys.protocolVersion in meta;
}
