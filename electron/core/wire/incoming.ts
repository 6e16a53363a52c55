// The other side's requests: one answer for each, bounded, and none for what was cancelled.
import { HubError } from '../../../contract/errors.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { failedAs, toRpcError } from './rpc-error.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Message, MessageId } from '../../../contract/schemas/messages.ts';
import type { Seen } from '../trace/excerpt.ts';
import type { TraceTap, Verdict } from '../trace/tap.ts';
import type { IncomingRequest, Reply } from './incoming-request.ts';

type Answer = Message & { kind: 'result' | 'error' };

interface Wire {
  /** Begins its trace entry and returns the entry's number. */
  open(shown: Seen, method: string, about: { id?: MessageId; params?: unknown }): number;
  send(answer: Answer): Seen;
  handle(request: IncomingRequest): Promise<Reply>;
}

const maxIncoming = 1_000;

export class Incoming {
  readonly #tap: TraceTap;
  readonly #wire: Wire;
  readonly #pending = new Map<MessageId, ServedRequest>();
  #closed = false;

  constructor(tap: TraceTap, wire: Wire) {
    this.#tap = tap;
    this.#wire = wire;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Answers it once it was handled; one whose id is in use, and one too many, is refused. */
  async serve(message: Message & { kind: 'request' }, shown: Seen): Promise<void> {
    const { id, method, params } = message;
    if (this.#pending.has(id))
      return this.refuse(id, rpcErrors.invalidRequest, { kind: 'id-in-use', id: JSON.stringify(id) }, shown);
    if (this.#pending.size >= maxIncoming)
      return this.refuse(id, rpcErrors.internal, { kind: 'too-many-in-flight', most: maxIncoming }, shown);
    const seq = this.#wire.open(shown, method, { id, params });
    const request = new ServedRequest(id, method, params, seq);
    this.#pending.set(id, request);
    let reply: Reply;
    try {
      reply = await this.#wire.handle(request);
    } catch (error) {
      reply = { error };
    }
    this.#pending.delete(id);
    const answer: Answer =
      'error' in reply
        ? { kind: 'error', id, error: toRpcError(reply.error) }
        : { kind: 'result', id, result: reply.result };
    // MCP "Cancellation": a cancelled request is not answered.
    const sent = request.reason || this.#closed ? null : this.#answer(answer);
    const verdict = request.reason
      ? cancelledVerdict(request.reason)
      : (sent?.failure ?? reply.verdict ?? verdictOf(answer, reply));
    const failed = sent ? failedAs(answer) : undefined;
    const answered = { message: sent && sent.shown, ...(failed !== undefined && { failed }) };
    const close = (ended: Verdict) => this.#tap.close(seq, { ...ended, ...answered });
    const goesOn = 'goesOn' in reply ? reply.goesOn : undefined;
    if (goesOn && sent && !sent.failure) return goesOn.whenEnded(close);
    goesOn?.abandon();
    close(verdict);
  }

  /** One error answer to what cannot be served; without an id where none could be read. */
  refuse(id: MessageId | null, code: number, why: Reason, shown: Seen): void {
    const reason = inEnglish(why);
    const seq = this.#wire.open(shown, '(unreadable)', {});
    const message = this.#wire.send({ kind: 'error', id, error: { code, message: reason } });
    this.#tap.close(seq, {
      outcome: 'error',
      code: 'ERR_INVALID_ARGUMENTS',
      reason,
      why,
      rule: null,
      waitedMs: 0,
      message,
    });
  }

  abort(id: MessageId, reason: HubError): void {
    this.#pending.get(id)?.abort(reason);
  }

  answerAll(error: HubError): void {
    for (const id of this.#pending.keys()) this.#wire.send({ kind: 'error', id, error: toRpcError(error) });
  }

  /** Nothing is answered any more. */
  abortAll(reason: HubError): void {
    this.#closed = true;
    // The newest first: what is cancelled must not let begin what came after it.
    for (const request of [...this.#pending.values()].toReversed()) request.abort(reason);
  }

  /** An answer that its wire does not take becomes an error answer: the asker must never wait for nothing. */
  #answer(message: Answer): { shown: Seen | null; failure: Verdict | null } {
    try {
      return { shown: this.#wire.send(message), failure: null };
    } catch (error) {
      const why = reasonOf(error);
      const failed = hubError('ERR_TOO_LARGE', why);
      const { code, message: reason } = failed;
      return {
        shown: this.#sent({ kind: 'error', id: message.id, error: toRpcError(failed) }),
        failure: { outcome: 'error', code, reason, why, rule: null, waitedMs: 0 },
      };
    }
  }

  /** Null where not even that fits the wire: then its asker hears nothing. */
  #sent(message: Answer): Seen | null {
    try {
      return this.#wire.send(message);
    } catch {
      return null;
    }
  }
}

/** Its signal is made only when somebody looks at it: most requests end before anybody does. */
class ServedRequest implements IncomingRequest {
  readonly id: MessageId;
  readonly method: string;
  readonly params: unknown;
  readonly seq: number;
  #reason: HubError | null = null;
  #controller: AbortController | null = null;

  constructor(id: MessageId, method: string, params: unknown, seq: number) {
    this.id = id;
    this.method = method;
    this.params = params;
    this.seq = seq;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Why it was cancelled; null while it was not. */
  get reason(): HubError | null {
    return this.#reason;
  }

  /** The first reason stays. */
  abort(reason: HubError): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }
}

/** What came with the cancellation is told; all else is one thing to whoever reads the trace. */
function cancelledVerdict({ reason }: HubError): Verdict {
  const why: Reason = reason?.kind === 'call-cancelled-saying' ? reason : { kind: 'cancelled-or-left' };
  return { outcome: 'cancelled', code: 'ERR_CANCELLED', reason: inEnglish(why), why, rule: null, waitedMs: 0 };
}

function verdictOf(answer: Answer, reply: Reply): Verdict {
  const plain = { code: null, rule: null, waitedMs: 0 };
  if (answer.kind !== 'error') return { ...plain, outcome: 'ok', reason: null };
  const why = 'error' in reply && reply.error instanceof HubError ? reply.error.reason : undefined;
  return { ...plain, outcome: 'error', reason: answer.error.message, ...(why && { why }) };
}
