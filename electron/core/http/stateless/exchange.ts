// One call of a stateless agent over all its requests: it waits for input that a server wants, and goes on with the next request.
import { isRecord } from '../../../../contract/json.ts';
import { questionKey } from '../../gateway/agent-session.ts';
import type { MessageError, MessageId } from '../../../../contract/schemas/messages.ts';
import type { LogLevel } from '../../gateway/log-levels.ts';
import type { ReplyWriter } from './stateless-request.ts';

export interface Reader {
  /** The request's own id, which the answer carries. */
  readonly id: MessageId;
  readonly reply: ReplyWriter;
}

/** A request of a server to its agent, which waits for the agent's next request. */
export interface Wanted {
  /** Its id on the hub's wire to the agent. */
  readonly id: MessageId;
  readonly method: string;
  readonly params: unknown;
}

export interface Exchange {
  /** The call's id inside the hub. */
  readonly innerId: string;
  readonly method: string;
  /** The params without envelope as JSON: a retry has to be of the same call. */
  readonly same: string;
  readonly logLevel: LogLevel | null;
  /** The client capabilities that came with it. */
  readonly declares: Readonly<Record<string, unknown>>;
  /** Who reads now; null while the call waits for the agent's next request. */
  reader: Reader | null;
  /** By the keys that the agent is told. */
  readonly wanted: Map<string, Wanted>;
  /** What the agent was asked for with this token; null before, and while somebody reads. */
  state: string | null;
  /** How it ended, from then until somebody reads it. */
  outcome: { readonly result: unknown } | { readonly error: MessageError } | null;
  expiry: NodeJS.Timeout | null;
}

/** Answers of the agent to what it was asked (MCP 2026-07-28 `inputResponses`): by key, each an object. */
export function readResponses(params: unknown): ReadonlyMap<string, Record<string, unknown>> {
  const responses = isRecord(params) && isRecord(params.inputResponses) ? Object.entries(params.inputResponses) : [];
  return new Map(responses.flatMap(([key, value]) => (isRecord(value) ? [[key, value] as const] : [])));
}

/** The key under which a server of this era asked, taken out of the question; null where it is of the other era, which has none. */
export function namedQuestion(params: unknown): { readonly key: string | null; readonly params: unknown } {
  const meta = isRecord(params) && isRecord(params._meta) ? params._meta : {};
  const { [questionKey]: key, ...others } = meta;
  if (typeof key !== 'string' || !isRecord(params)) return { key: null, params };
  const { _meta, ...own } = params;
  return { key, params: Object.keys(others).length === 0 ? own : { ...own, _meta: others } };
}

/** The token of a call that waits, or null. */
export function readState(params: unknown): string | null {
  return isRecord(params) && typeof params.requestState === 'string' ? params.requestState : null;
}

/** What the agent is answered while the call waits for it. */
export function inputRequired({ wanted }: Exchange, requestState: string): Record<string, unknown> {
  const requests = [...wanted].map(([key, { method, params }]) => [
    key,
    { method, ...(isRecord(params) && { params }) },
  ]);
  return { resultType: 'input_required', inputRequests: Object.fromEntries(requests), requestState };
}
