// The calls of one stateless agent that are under way, also those that wait for input of the agent (MCP 2026-07-28 `input_required`).
import { isRecord } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { inEnglish } from '../../../../words/english.ts';
import { hasDeclared } from '../../gateway/agent-session.ts';
import { wantsMessage } from '../../gateway/log-levels.ts';
import { implementationError } from '../replies.ts';
import { resumed } from './envelope.ts';
import { inputRequired, namedQuestion, readResponses, readState } from './exchange.ts';
import { outerError, statusOf } from './outer-errors.ts';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Message, MessageError, MessageId } from '../../../../contract/schemas/messages.ts';
import type { Waiting } from '../../wire/incoming-request.ts';
import type { Envelope } from './envelope.ts';
import type { Exchange, Reader } from './exchange.ts';
import type { OnGone, ReplyWriter } from './stateless-request.ts';

export interface ExchangesOptions {
  /** A message of the agent, in the words of the inner era. */
  readonly toHub: (value: Record<string, unknown>, text?: string) => void;
  /** A token that nobody can guess. */
  readonly newState: () => string;
  readonly result: (method: string, result: unknown) => Readonly<Record<string, unknown>>;
  /** At a gateway without a state of its own. */
  readonly front?: ExchangeFront;
}

/** As `Front`, for the client of these calls. */
export interface ExchangeFront {
  seal(same: string, state: string): string;
  open(sealed: string, same: string): string | null;
  kept(): Promise<Reason | null>;
}

/** People answer what servers ask; a call whose agent does not come back ends. */
const waitMs = 10 * 60_000;
const maxWaiting = 100;
/** How long the first question of a server waits for others that it asks in the same breath. */
const gatherMs = 25;
export const unknownState = 'This requestState is not known or has expired; make the call again without it.';

export class Exchanges {
  readonly #options: ExchangesOptions;
  readonly #byInnerId = new Map<MessageId, Exchange>();
  /** Those that wait for their agent, by the token that it was given. */
  readonly #waiting = new Map<string, Exchange>();
  #next = 1;

  constructor(options: ExchangesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#byInnerId.size;
  }

  /** Begins a call, or goes on with the one that the request's `requestState` stands for. */
  serve(
    { id, method, params }: JSONRPCRequest,
    inner: Record<string, unknown>,
    envelope: Envelope,
    text: string,
    open: (onGone: OnGone) => ReplyWriter,
  ): void {
    const same = JSON.stringify([method, withoutMeta(inner)]);
    const state = readState(params);
    const { front } = this.#options;
    const opened = state === null || !front ? null : front.open(state, same);
    const known = state === null ? null : this.#resume(state, same);
    const exchange: Exchange = known ?? this.#begin(method, same, envelope);
    const reader: Reader = { id, reply: open(said => this.#gone(exchange, reader, said)) };
    if (state !== null && !known && opened === null) {
      this.#byInnerId.delete(exchange.innerId);
      return this.#fail(reader, { code: rpcErrors.invalidParams, message: unknownState });
    }
    exchange.reader = reader;
    if (known) this.#goOn(exchange, params);
    else {
      const whole = opened === null ? inner : resumed(inner, params, opened);
      this.#options.toHub({ jsonrpc: '2.0', id: exchange.innerId, method, params: whole }, text);
    }
  }

  /** The hub's answer to a call. */
  settle(message: Message & { kind: 'result' | 'error' }): void {
    const exchange = message.id === null ? undefined : this.#byInnerId.get(message.id);
    if (!exchange) return;
    exchange.outcome = message.kind === 'result' ? { result: message.result } : { error: message.error };
    if (exchange.reader) this.#finish(exchange, exchange.reader);
  }

  /** A server asks the agent: the call's present request is answered with that. */
  want({ id, method, params }: Message & { kind: 'request' }, related: MessageId | undefined): void {
    const exchange = related === undefined ? undefined : this.#byInnerId.get(related);
    const refusal = exchange
      ? this.#whyNot(exchange, method)
      : 'It belongs to no call, and this agent is asked only within one.';
    if (!exchange || refusal !== null) {
      const error = { code: rpcErrors.methodNotFound, message: refusal };
      return this.#options.toHub({ jsonrpc: '2.0', id, error });
    }
    const named = namedQuestion(params);
    exchange.wanted.set(named.key ?? String(id), { id, method, params: named.params });
    // What a server asks at once is told at once. One with a handshake asks in messages of their own, which come one after the other.
    if (named.key === null) setTimeout(() => this.#ask(exchange), gatherMs);
    else setImmediate(() => this.#ask(exchange));
  }

  /** Whether the notification belonged to a call, or to nobody who could hear it. */
  tell({ method, params }: Message & { kind: 'notification' }, related: MessageId | undefined): boolean {
    if (method === 'notifications/cancelled') return this.#unwant(isRecord(params) ? params.requestId : null);
    const exchange = related === undefined ? undefined : this.#byInnerId.get(related);
    if (method === 'notifications/message' && (!exchange?.logLevel || !wantsMessage(exchange.logLevel, null, params)))
      return true;
    exchange?.reader?.reply.tell(JSON.stringify({ jsonrpc: '2.0', method, params }));
    return exchange !== undefined;
  }

  waits(innerId: MessageId, waitsFor: Waiting): void {
    this.#byInnerId.get(innerId)?.reader?.reply.waits?.(waitsFor);
  }

  endAll(reason: string): void {
    for (const exchange of [...this.#byInnerId.values()]) {
      if (exchange.reader) this.#fail(exchange.reader, { code: implementationError, message: reason });
      this.#forget(exchange);
    }
  }

  #begin(method: string, same: string, { introduction, logLevel }: Envelope): Exchange {
    const exchange: Exchange = {
      innerId: `call ${this.#next++}`,
      method,
      same,
      logLevel,
      declares: introduction.declares,
      reader: null,
      wanted: new Map(),
      state: null,
      outcome: null,
      expiry: null,
    };
    this.#byInnerId.set(exchange.innerId, exchange);
    return exchange;
  }

  /** Null where no such call of this agent waits. A token is good for one request. */
  #resume(state: string, same: string): Exchange | null {
    const exchange = this.#waiting.get(state);
    if (exchange?.same !== same) return null;
    this.#rouse(exchange);
    return exchange;
  }

  #goOn(exchange: Exchange, params: unknown): void {
    for (const [key, result] of readResponses(params)) {
      const wanted = exchange.wanted.get(key);
      if (!wanted) continue;
      exchange.wanted.delete(key);
      this.#options.toHub({ jsonrpc: '2.0', id: wanted.id, result });
    }
    if (exchange.outcome && exchange.reader) this.#finish(exchange, exchange.reader);
    else this.#ask(exchange);
  }

  /** Tells the agent what is wanted of it, where it is there to be told; the call waits from then on. */
  #ask(exchange: Exchange): void {
    const { reader, wanted, method } = exchange;
    if (!reader || wanted.size === 0 || exchange.outcome) return;
    exchange.reader = null;
    exchange.state = this.#options.newState();
    this.#waiting.set(exchange.state, exchange);
    exchange.expiry = setTimeout(() => this.#cancel(exchange), waitMs);
    exchange.expiry.unref();
    const result = this.#options.result(method, inputRequired(exchange, exchange.state));
    reader.reply.answer(reader.id, JSON.stringify({ jsonrpc: '2.0', id: reader.id, result }));
  }

  #finish(exchange: Exchange, reader: Reader): void {
    this.#forget(exchange);
    const { front } = this.#options;
    if (!front) return this.#tellEnd(exchange, reader);
    void front.kept().then(late => (late ? this.#tellLate(exchange, reader, late) : this.#tellEnd(exchange, reader)));
  }

  #tellEnd({ outcome, method, same }: Exchange, { id, reply }: Reader): void {
    if (!outcome) return;
    if ('error' in outcome) return this.#fail({ id, reply }, outerError(method, outcome.error));
    const result = this.#options.result(method, this.#sealed(outcome.result, same));
    reply.answer(id, JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  /** What a server asks for in its result, as it goes out where no gateway remembers it. */
  #sealed(result: unknown, same: string): unknown {
    const { front } = this.#options;
    if (!front || !isRecord(result) || result.resultType !== 'input_required') return result;
    const { requestState, inputRequests, resultType } = result;
    const state = typeof requestState === 'string' ? { requestState: front.seal(same, requestState) } : {};
    return { resultType, ...(inputRequests !== undefined && { inputRequests }), ...state };
  }

  /** A model reads what its tool answers. */
  #tellLate({ method }: Exchange, { id, reply }: Reader, late: Reason): void {
    const text = inEnglish(late);
    if (method !== 'tools/call') return this.#fail({ id, reply }, { code: implementationError, message: text });
    const result = this.#options.result(method, { isError: true, content: [{ type: 'text', text }] });
    reply.answer(id, JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  #fail({ id, reply }: Reader, error: MessageError): void {
    reply.answer(id, JSON.stringify({ jsonrpc: '2.0', id, error }), statusOf(error));
  }

  /** Closing the connection is this era's way to cancel over HTTP. */
  #gone(exchange: Exchange, reader: Reader, said?: string): void {
    if (exchange.reader === reader) this.#cancel(exchange, said);
  }

  #cancel(exchange: Exchange, reason = 'The agent has gone.'): void {
    this.#forget(exchange);
    const params = { requestId: exchange.innerId, reason };
    this.#options.toHub({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  #forget(exchange: Exchange): void {
    this.#byInnerId.delete(exchange.innerId);
    this.#rouse(exchange);
  }

  #rouse(exchange: Exchange): void {
    if (exchange.expiry) clearTimeout(exchange.expiry);
    exchange.expiry = null;
    if (exchange.state !== null) this.#waiting.delete(exchange.state);
    exchange.state = null;
  }

  #whyNot({ declares }: Exchange, method: string): string | null {
    const ability = method.split('/', 1)[0] ?? '';
    if (!hasDeclared(declares, ability)) return `The agent did not declare ${ability} for this call.`;
    return this.#waiting.size >= maxWaiting ? `${maxWaiting} calls of this agent wait for it already.` : null;
  }

  /** The hub gives up on something that it asked. */
  #unwant(id: unknown): true {
    for (const { wanted } of this.#byInnerId.values())
      for (const [key, question] of wanted) if (question.id === id) wanted.delete(key);
    return true;
  }
}

function withoutMeta({ _meta, ...others }: Record<string, unknown>): Record<string, unknown> {
  return others;
}
