// The one seam through which every message of every wire is traced.
import type { ErrorCode } from '../../../contract/errors.ts';
import type { ProviderType } from '../../../contract/models.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Outcome, Party } from '../../../contract/schemas/trace.ts';
import type { AnswerValues, PlainValues } from '../../../contract/trace-fields.ts';
import type { Seen } from './excerpt.ts';

export interface TraceOpen extends Partial<PlainValues> {
  readonly dir: 'in' | 'out';
  readonly from: Party;
  readonly to: Party;
  readonly kind: 'request' | 'notification';
  readonly method: string;
  readonly tool: string | null;
  readonly parent: number | null;
  readonly message: Seen;
  /** `_meta` of a request, as it came or went; it is not kept. */
  readonly meta?: unknown;
  /** The model that is asked, and whose it is, as followers tell it; it is not kept. */
  readonly model?: { readonly provider: ProviderType | null; readonly name: string };
  /** The origin of the page that it is about; it is not kept. */
  readonly site?: string;
  /** Of the wire that it came or went by; it is not kept. */
  readonly wire?: WireFacts;
}

export interface WireFacts {
  /** The revision of MCP that both sides speak; null before they have agreed on one, or where it is not MCP. */
  readonly revision: string | null;
  /** The transport of an agent, or the kind of a server. */
  readonly carrier: string;
}

/** Why a call ended as it did: filled in by whatever decided. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly code: ErrorCode | null;
  readonly reason: string | null;
  /** What `reason` says, as a value, where it is the hub that says it. */
  readonly why?: Reason;
  readonly rule: string | null;
  readonly waitedMs: number;
}

export interface TraceClose extends Verdict, Partial<AnswerValues> {
  /** Null when nothing was answered. */
  readonly message: Seen | null;
  /** How the answer itself says that it failed: by the number of its error, or as a result with `isError`. It is not kept. */
  readonly failed?: number | 'in-result';
}

export interface TraceTap {
  /** Records a message and returns its `seq`. A notification is complete with this. */
  open(entry: TraceOpen): number;
  /** Says that a call waits for the user now. */
  waiting(seq: number): void;
  /** Says which entry of the audit was decided about a call. */
  audited?(seq: number, auditId: number): void;
  /** Joins the response to its request; the time between the two is its latency. */
  close(seq: number, close: TraceClose): void;
  /**
   * The params of a request as they are sent on because of entry `parent`: with what whoever follows the trace adds to them. A question goes
   * the other way, from a server to an agent: what stands in its `_meta` is of a call further down.
   */
  handOn?(parent: number | null, params: unknown, isQuestion?: boolean): unknown;
}

/** When something was traced, on both clocks. */
export interface TraceMoment {
  /** Milliseconds since the epoch. */
  readonly wall: number;
  /** Milliseconds on the monotonic clock of the trace: what took how long. */
  readonly monotonic: number;
}

/**
 * Sees what a tap records, as it is recorded and before it is masked: on the way of every message, so it must cost next to nothing and
 * never throw.
 */
export interface TraceFollower {
  opened(seq: number, at: TraceMoment, entry: TraceOpen): void;
  /** A call waits for the user from now on. */
  waiting?(seq: number, at: TraceMoment): void;
  closed(seq: number, at: TraceMoment, close: TraceClose): void;
  /** That entry of the audit was decided about the call. */
  audited?(seq: number, auditId: number): void;
  /** The params of the request that is about to be sent because of entry `parent`, as they are sent on. */
  handOn?(parent: number, params: unknown, isQuestion: boolean): unknown;
}
