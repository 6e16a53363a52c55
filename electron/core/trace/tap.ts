// The one seam through which every message of every wire is traced.
import type { ErrorCode } from '../../../contract/errors.ts';
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
}

export interface TraceTap {
  /** Records a message and returns its `seq`. A notification is complete with this. */
  open(entry: TraceOpen): number;
  /** Says that a call waits for the user now. */
  waiting(seq: number): void;
  /** Joins the response to its request; the time between the two is its latency. */
  close(seq: number, close: TraceClose): void;
}

/** Sees what a tap records, as it is recorded: on the way of every message, so it must cost next to nothing and never throw. */
export interface TraceFollower {
  /** `at` is on the monotonic clock of the trace, here and in `closed`. */
  opened(seq: number, at: number, entry: TraceOpen): void;
  closed(seq: number, at: number, close: TraceClose): void;
}
