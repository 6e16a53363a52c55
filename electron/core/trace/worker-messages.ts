// What the hub and the trace worker say to each other.
import type { TraceEntry, TracePayload, TraceValues, TraceWindow } from '../../../contract/schemas/trace.ts';
import type { ToolName, ToolReply } from './trace-queries.ts';
import type { ValuesAsk } from './trace-values.ts';
import type { WindowAsk } from './trace-window.ts';

export type ToTraceWorker =
  /** Operations as `op-writer.ts` wrote them; `bytes` is transferred. */
  | { readonly kind: 'chunk'; readonly bytes: ArrayBuffer; readonly length: number; readonly ops: number }
  | { readonly kind: 'secrets'; readonly values: readonly string[] }
  | { readonly kind: 'window'; readonly id: number; readonly ask: WindowAsk }
  | { readonly kind: 'values'; readonly id: number; readonly ask: ValuesAsk }
  | { readonly kind: 'pin'; readonly id: number; readonly seq: number; readonly on: boolean }
  | { readonly kind: 'pins'; readonly id: number }
  | { readonly kind: 'tool'; readonly id: number; readonly tool: ToolName; readonly ask: unknown }
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
  | { readonly kind: 'values'; readonly id: number; readonly values: TraceValues }
  /** `refusal` is a sentence, or null. */
  | { readonly kind: 'pin'; readonly id: number; readonly refusal: string | null }
  | { readonly kind: 'pins'; readonly id: number; readonly entries: readonly TraceEntry[] }
  | { readonly kind: 'tool'; readonly id: number; readonly reply: ToolReply }
  | { readonly kind: 'payload'; readonly id: number; readonly payload: TracePayload };

/** Bounds of the log: entries, and bytes of payloads. */
export interface TraceLimits {
  readonly entries: number;
  readonly payloadBytes: number;
}
