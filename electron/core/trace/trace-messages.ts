// What the hub and the trace's thread say to each other: chunks, secrets and queries, which are the panel's own requests and what only the hub asks.
import type { ErrorValue } from '../../../contract/errors.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Party, TraceEntry, TracePayload } from '../../../contract/schemas/trace.ts';
import type { TraceParams, TraceResult } from '../../../contract/schemas/trace-requests.ts';
import type { TraceLimits } from './trace-columns.ts';
import type { ReadLine } from './trace-op.ts';

/** Of the panel's requests, by what stands behind their `trace:`, those that are passed on as they came. */
export const panelQueries = [
  'window',
  'values',
  'payload',
  'related',
  'figures',
  'export-preview',
  'pin',
  'pins',
  'import-lines',
  'import-end',
] as const;
type PanelQuery = (typeof panelQueries)[number];

export type PanelQueryHandlers = Pick<PanelHandlers, `trace:${PanelQuery}`>;

type PanelQueries = {
  readonly [N in PanelQuery | 'import-begin']: readonly [
    params: TraceParams<`trace:${N}`>,
    answer: TraceResult<`trace:${N}`>,
  ];
};

/** A call with what it carried, and the browser or server that it went to, where that is known. */
export interface FoundCall {
  readonly entry: TraceEntry;
  readonly payload: TracePayload;
  readonly target: Party | null;
}

/** Who writes a file, and when. */
export interface ExportAbout {
  readonly version: string;
  readonly at: number;
}

export interface RecorderState {
  readonly on: boolean;
  readonly entries: number;
  readonly bytes: number;
  /** Why it ended by itself, or null. */
  readonly failure: string | null;
}

export interface TraceQueries extends PanelQueries {
  readonly export: readonly [
    params: TraceParams<'trace:export'> & { about: ExportAbout },
    answer: TraceResult<'trace:export'>,
  ];
  readonly call: readonly [params: { seq: number }, answer: FoundCall | null];
  /** `folder` null ends it. */
  readonly record: readonly [params: { folder: string | null; about: ExportAbout }, answer: RecorderState];
  readonly recorder: readonly [params: Record<string, never>, answer: RecorderState];
  /** Writes what waits for the next run of the hub. `failure` says why nothing is kept. */
  readonly 'flush-kept': readonly [params: Record<string, never>, answer: { failure: string | null }];
  readonly 'forget-kept': readonly [params: Record<string, never>, answer: Record<string, never>];
}

export type QueryName = keyof TraceQueries;
export type QueryParams<N extends QueryName> = TraceQueries[N][0];
export type QueryAnswer<N extends QueryName> = TraceQueries[N][1];

/** A refusal is a value: nothing that is asked may end the thread. */
export type QueryReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorValue };

/** What the thread starts with. `keptFolder`: where the newest part is kept for the next run; nothing is kept when it is null. */
export interface ThreadData {
  readonly limits: TraceLimits;
  readonly keptFolder: string | null;
}

export type ToTraceThread =
  /** Operations as `op-codec.ts` wrote them; `bytes` is transferred. */
  | { readonly kind: 'chunk'; readonly bytes: ArrayBuffer; readonly length: number; readonly ops: number }
  | { readonly kind: 'secrets'; readonly values: readonly string[] }
  /** What an earlier run kept. */
  | { readonly kind: 'restore'; readonly entries: readonly ReadLine[] }
  | { readonly kind: 'query'; readonly id: number; readonly name: QueryName; readonly params: unknown };

export type FromTraceThread =
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
