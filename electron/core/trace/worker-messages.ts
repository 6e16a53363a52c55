// What the hub and the trace worker say to each other.
import type { TraceFilter, TracePayload, TraceWindow } from '../../contract/trace.ts';
import type { TraceClose, TraceOpen } from './tap.ts';

/** One call of the tap. `clock` is monotonic, in milliseconds; `kept` is false when the payload was left out on the way. */
export type TraceOp =
  | {
      readonly kind: 'open';
      readonly seq: number;
      readonly at: number;
      readonly clock: number;
      readonly entry: TraceOpen;
      readonly kept: boolean;
    }
  | { readonly kind: 'waiting'; readonly seq: number }
  | {
      readonly kind: 'close';
      readonly seq: number;
      readonly clock: number;
      readonly close: TraceClose;
      readonly kept: boolean;
    };

export type ToTraceWorker =
  | { readonly kind: 'batch'; readonly ops: readonly TraceOp[]; readonly chars: number }
  | { readonly kind: 'secrets'; readonly values: readonly string[] }
  | {
      readonly kind: 'window';
      readonly id: number;
      readonly filter: TraceFilter;
      readonly from: number;
      readonly count: number;
    }
  | { readonly kind: 'payload'; readonly id: number; readonly seq: number };

export type FromTraceWorker =
  | {
      readonly kind: 'taken';
      readonly ops: number;
      readonly chars: number;
      readonly total: number;
      readonly newest: number;
    }
  | { readonly kind: 'window'; readonly id: number; readonly window: TraceWindow }
  | { readonly kind: 'payload'; readonly id: number; readonly payload: TracePayload };

/** Bounds of the log: entries, and bytes of payloads. */
export interface TraceLimits {
  readonly entries: number;
  readonly payloadBytes: number;
}
