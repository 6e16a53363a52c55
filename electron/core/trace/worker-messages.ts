// What the hub and the trace worker say to each other.
import type { TraceFilter, TracePayload, TraceWindow } from '../../contract/trace.ts';

export type ToTraceWorker =
  /** Operations as `op-writer.ts` wrote them; `bytes` is transferred. */
  | { readonly kind: 'chunk'; readonly bytes: ArrayBuffer; readonly length: number; readonly ops: number }
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
  /** Gives the chunk back. */
  | {
      readonly kind: 'taken';
      readonly bytes: ArrayBuffer;
      readonly length: number;
      readonly ops: number;
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
