// A request that came in over a wire, and the reply of whoever serves it, as the peer takes them.
import type { MessageId } from '../../../contract/schemas/messages.ts';
import type { Verdict } from '../trace/tap.ts';

export interface IncomingRequest {
  /** Its id on its wire; absent where a request is made up inside the hub. */
  readonly id?: MessageId;
  readonly method: string;
  readonly params: unknown;
  /** Aborted when the asker cancels or its wire closes. */
  readonly signal: AbortSignal;
  /** Its trace entry: the parent of everything it causes. */
  readonly seq: number;
  /** Told whenever it begins to wait for something else. */
  readonly onWait?: (waitsFor: Waiting) => void;
}

/** What a request waits for: its user, or what it was sent to. */
export type WaitsFor = 'question' | 'pause' | 'target';

/** `turn`: allowed, and its server is not ready for it yet. */
export type Waiting = WaitsFor | 'turn';

/** What was asked for goes on after its answer. */
export interface GoesOn {
  /** Takes what ends its trace entry later. */
  readonly whenEnded: (close: (verdict: Verdict) => void) => void;
  /** Its asker never gets the answer, so that nobody could follow it: it is ended. */
  readonly abandon: () => void;
}

/** `verdict` stands in the trace; where it is absent the reply itself says how the request ended. */
export type Reply =
  | {
      readonly result: unknown;
      readonly verdict?: Verdict;
      readonly goesOn?: GoesOn;
    }
  | { readonly error: unknown; readonly verdict?: Verdict };

/** What a wire bears, and what its asker may say of one call. */
export interface CallPolicy {
  /** How long the call may take once allowed, in milliseconds; the target's own when absent. */
  readonly timeoutMs?: number;
  /** When the time is over that its asker has named for all of it, as `performance.now()`. */
  readonly endsAt?: number;
  /** How long its programs wait for an answer, less a margin, in milliseconds; a question to the user is given up then. */
  readonly patienceMs?: number;
  /** How long a question to the user may stay open, apart from that, in milliseconds; `patienceMs` is for both when absent. */
  readonly questionMs?: number;
  /** The largest answer that it takes, in bytes; that of a hub frame when absent. */
  readonly maxReplyBytes?: number;
  /** Its programs list no handle_dialog. */
  readonly lacksDialogTool?: boolean;
}
