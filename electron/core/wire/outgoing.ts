// The requests that the hub has sent on one wire and that wait for their answers.
import { errorCodes, HubError } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { cancelled } from '../platform/wait.ts';
import { CallClock } from './call-clock.ts';
import { AnsweredError } from './rpc-error.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Message, MessageError, MessageId } from '../../../contract/schemas/messages.ts';
import type { Outcome, Party } from '../../../contract/schemas/trace.ts';
import type { Seen } from '../trace/excerpt.ts';
import type { TraceTap } from '../trace/tap.ts';

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
  /** The id of the other side's request that this one belongs to, for a wire that keeps them together. */
  readonly related?: MessageId | undefined;
  readonly tool?: string;
  readonly tabId?: number;
}

interface PendingRequest {
  readonly seq: number;
  isCancelled: boolean;
  finish(outcome: Outcome, error: HubError | null, result: unknown, answer: Seen | null): void;
}

interface Wire {
  send(message: Message): Seen;
  cancel(id: MessageId, reason: string): void;
}

export class Outgoing {
  readonly #hub: Party;
  readonly #tap: TraceTap;
  readonly #waiting = new Map<MessageId, PendingRequest>();
  #nextId: number;

  constructor(hub: Party, tap: TraceTap, firstId = 1) {
    this.#hub = hub;
    this.#tap = tap;
    this.#nextId = firstId;
  }

  get size(): number {
    return this.#waiting.size;
  }

  start(method: string, params: unknown, to: Party, options: RequestOptions, wire: Wire): Promise<unknown> {
    const { signal, timeoutMs } = options;
    if (signal?.aborted) return Promise.reject(cancelled());
    const id = this.#nextId++;
    options.onId?.(id);
    return new Promise((resolve, reject) => {
      const sent = wire.send({ kind: 'request', id, method, params });
      const seq = this.#tap.open({
        dir: 'out',
        from: this.#hub,
        to,
        kind: 'request',
        method,
        message: sent,
        rpcId: String(id),
        tool: options.tool ?? null,
        tabId: options.tabId ?? null,
        parent: options.parent,
      });
      const clock = new CallClock(timeoutMs, () => {
        wire.cancel(id, 'timeout');
        finish(
          'error',
          new HubError('ERR_TOOL_TIMEOUT', `${to.label} did not answer ${method} within ${timeoutMs / 1000} s.`),
          null,
          null,
        );
      });
      options.onClock?.(clock);
      let late: NodeJS.Timeout | undefined;
      const abort = () => {
        wire.cancel(id, 'cancelled');
        const end = () => finish('cancelled', cancelled(), null, null);
        if (options.cancelMs === undefined) return end();
        clock.stop();
        waiting.isCancelled = true;
        late = setTimeout(end, options.cancelMs);
      };
      const finish: PendingRequest['finish'] = (outcome, error, result, answer) => {
        clock.stop();
        clearTimeout(late);
        signal?.removeEventListener('abort', abort);
        this.#waiting.delete(id);
        this.#tap.close(seq, {
          outcome,
          code: error?.code ?? null,
          reason: error?.message ?? null,
          rule: null,
          waitedMs: 0,
          message: answer,
        });
        if (error) reject(error);
        else resolve(result);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const waiting: PendingRequest = { seq, finish, isCancelled: false };
      this.#waiting.set(id, waiting);
    });
  }

  /** Hands an answer to its request; false for an unknown id: that one is late or invented and is dropped. */
  settle(message: Message & { kind: 'result' | 'error' }, shown: Seen): boolean {
    const waiting = message.id === null ? undefined : this.#waiting.get(message.id);
    if (!waiting) return false;
    if (waiting.isCancelled) waiting.finish('cancelled', cancelled(hasBegun(message)), null, shown);
    else if (message.kind === 'result') waiting.finish('ok', null, message.result, shown);
    else waiting.finish('error', fromRpcError(message.error), null, shown);
    return true;
  }

  failAll(error: HubError): void {
    for (const waiting of [...this.#waiting.values()]) waiting.finish('error', error, null, null);
  }
}

/** What came in spite of the cancellation was carried out; what failed may say that it did nothing. */
function hasBegun(message: Message & { kind: 'result' | 'error' }): boolean {
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
