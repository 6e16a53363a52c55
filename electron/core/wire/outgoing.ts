// The requests that the hub has sent on one wire and that wait for their answers.
import { errorCodes } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { hubError } from '../../../words/hub-error.ts';
import { CallClock } from './call-clock.ts';
import { cancelledBy, saidWith } from './cancellation.ts';
import { AnsweredError, failedAs } from './rpc-error.ts';
import type { ErrorCode, HubError } from '../../../contract/errors.ts';
import type { FailureReasons } from '../../../contract/failure-reasons.ts';
import type { Message, MessageError, MessageId } from '../../../contract/schemas/messages.ts';
import type { Outcome, Party } from '../../../contract/schemas/trace.ts';
import type { Seen } from '../trace/excerpt.ts';
import type { TraceTap, WireFacts } from '../trace/tap.ts';

export interface RequestOptions {
  /** The trace entry that causes this request. */
  readonly parent: number | null;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** How long the answer to a cancelled request is waited for, in milliseconds, where it tells whether the request was begun. */
  readonly cancelMs?: number;
  /** Handed the id under which the request is sent, for whoever hears of it in notifications. */
  readonly onId?: (id: MessageId) => void;
  /** Handed the clock of the request, for whoever hears that it is being worked on. */
  readonly onClock?: (clock: CallClock) => void;
  /** Called when the answer comes after all, once nobody waits for it any more. Not every server sends one. */
  readonly onLateAnswer?: () => void;
  /** The id of the other side's request that this one belongs to, for a wire that keeps them together. */
  readonly related?: MessageId | undefined;
  readonly tool?: string;
  readonly tabId?: number;
  /** The origin of the page that it is about. */
  readonly site?: string;
}

type Answer = Message & { kind: 'result' | 'error' };

/** Of one wire: of more it is not heard that their answer came. */
const maxLate = 1_000;

type Finish = (
  outcome: Outcome,
  error: HubError | null,
  result: unknown,
  answer: Seen | null,
  failed?: number | 'in-result',
) => void;

interface Wire {
  send(message: Message): Seen;
  cancel(id: MessageId, reason: string): void;
}

export class Outgoing {
  readonly #hub: Party;
  readonly #tap: TraceTap;
  readonly #waiting = new Map<MessageId, PendingRequest>();
  /** Those whose answer nobody waits for any more, for whoever wants to hear of it. */
  readonly #late = new Map<MessageId, () => void>();
  #nextId: number;
  readonly #facts: (() => WireFacts) | undefined;

  constructor(hub: Party, tap: TraceTap, firstId = 1, facts?: () => WireFacts) {
    this.#facts = facts;
    this.#hub = hub;
    this.#tap = tap;
    this.#nextId = firstId;
  }

  get size(): number {
    return this.#waiting.size;
  }

  start(method: string, params: unknown, to: Party, options: RequestOptions, wire: Wire): Promise<unknown> {
    if (options.signal?.aborted) return Promise.reject(cancelledBy(options.signal));
    const id = this.#nextId++;
    options.onId?.(id);
    return new Promise((resolve, reject) => {
      const sent = wire.send({ kind: 'request', id, method, params });
      const seq = this.#tap.open({
        ...{ dir: 'out', from: this.#hub, to, kind: 'request', method },
        message: sent,
        rpcId: String(id),
        tool: options.tool ?? null,
        tabId: options.tabId ?? null,
        parent: options.parent,
        ...(this.#facts && { wire: this.#facts() }),
        ...(options.site !== undefined && { site: options.site }),
        ...(isRecord(params) && params._meta !== undefined && { meta: params._meta }),
      });
      const onEnd: Finish = (outcome, error, result, answer, failed) => {
        this.#waiting.delete(id);
        if (answer === null && options.onLateAnswer && this.#late.size < maxLate)
          this.#late.set(id, options.onLateAnswer);
        this.#tap.close(seq, {
          outcome,
          code: error?.code ?? null,
          reason: error?.message ?? null,
          ...(error?.reason && { why: error.reason }),
          rule: null,
          waitedMs: 0,
          message: answer,
          ...(failed !== undefined && { failed }),
        });
        if (error) reject(error);
        else resolve(result);
      };
      const unanswered = { peer: to.label, method, seconds: options.timeoutMs / 1000 };
      const cancel = (reason: string) => wire.cancel(id, reason);
      this.#waiting.set(id, new PendingRequest(options, unanswered, cancel, onEnd));
    });
  }

  /** Hands an answer to its request; false for an unknown id: that one is late or invented and is dropped. */
  settle(message: Answer, shown: Seen): boolean {
    if (message.id === null) return false;
    const waiting = this.#waiting.get(message.id);
    waiting?.answer(message, shown);
    if (!waiting) this.#late.get(message.id)?.();
    this.#late.delete(message.id);
    return waiting !== undefined;
  }

  hold(id: MessageId, isHeld: boolean): void {
    this.#waiting.get(id)?.hold(isHeld);
  }

  failAll(error: HubError): void {
    for (const waiting of [...this.#waiting.values()]) waiting.finish('error', error, null, null);
    this.#late.clear();
  }
}

type Unanswered = FailureReasons['not-answered-in-time'];

/** A request that was sent. It ends with its answer, with its time, or when nobody wants it any more. */
class PendingRequest {
  readonly #options: RequestOptions;
  readonly #cancel: (reason: string) => void;
  readonly #onEnd: Finish;
  readonly #clock: CallClock;
  #release: (() => void) | null = null;
  /** Runs while the answer to a cancelled request is waited for. */
  #late: NodeJS.Timeout | undefined;

  constructor(options: RequestOptions, unanswered: Unanswered, cancel: (reason: string) => void, onEnd: Finish) {
    this.#options = options;
    this.#cancel = cancel;
    this.#onEnd = onEnd;
    this.#clock = new CallClock(options.timeoutMs, () => {
      cancel('timeout');
      this.finish('error', hubError('ERR_TOOL_TIMEOUT', { kind: 'not-answered-in-time', ...unanswered }), null, null);
    });
    options.onClock?.(this.#clock);
    options.signal?.addEventListener('abort', this.#abort, { once: true });
  }

  answer(message: Answer, shown: Seen): void {
    if (this.#late) this.finish('cancelled', cancelledBy(this.#options.signal, hasBegun(message)), null, shown);
    else if (message.kind === 'result') this.finish('ok', null, message.result, shown, failedAs(message));
    else this.finish('error', fromRpcError(message.error), null, shown, failedAs(message));
  }

  hold(isHeld: boolean): void {
    this.#release?.();
    this.#release = isHeld ? this.#clock.hold() : null;
  }

  readonly finish: Finish = (...end) => {
    this.#clock.stop();
    clearTimeout(this.#late);
    this.#options.signal?.removeEventListener('abort', this.#abort);
    this.#onEnd(...end);
  };

  readonly #abort = (): void => {
    const { signal } = this.#options;
    this.#cancel(saidWith(signal) ?? 'cancelled');
    const end = () => this.finish('cancelled', cancelledBy(signal), null, null);
    if (this.#options.cancelMs === undefined) return end();
    this.#clock.stop();
    this.#late = setTimeout(end, this.#options.cancelMs);
  };
}

/** What came in spite of the cancellation was carried out; what failed may say that it did nothing. */
function hasBegun(message: Answer): boolean {
  if (message.kind === 'result' || !isRecord(message.error.data)) return true;
  const { details } = message.error.data;
  return !isRecord(details) || details.begun !== false;
}

function fromRpcError(error: MessageError): HubError {
  const { code, details } = isRecord(error.data) ? error.data : {};
  const known = errorCodes.find(candidate => candidate === code);
  return new AnsweredError(known ?? ('ERR_TOOL_FAILED' satisfies ErrorCode), error, {
    rpcCode: error.code,
    ...(isRecord(details) ? { details } : {}),
  });
}
