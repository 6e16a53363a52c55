// What the hub and the trace worker say to each other.
import type { QueryName, QueryReply } from './trace-queries.ts';

export type ToTraceWorker =
  /** Operations as `op-writer.ts` wrote them; `bytes` is transferred. */
  | { readonly kind: 'chunk'; readonly bytes: ArrayBuffer; readonly length: number; readonly ops: number }
  | { readonly kind: 'secrets'; readonly values: readonly string[] }
  | { readonly kind: 'query'; readonly id: number; readonly name: QueryName; readonly params: unknown };

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
  | { readonly kind: 'reply'; readonly id: number; readonly reply: QueryReply };
