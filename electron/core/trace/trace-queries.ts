// What the trace's thread is asked, and what it answers: the panel's own requests, and what only the hub asks.
import type { Party, TraceEntry, TracePayload } from '../../../contract/schemas/trace.ts';
import type { TraceParams, TraceResult } from '../../../contract/schemas/trace-requests.ts';

/** Of the panel's requests, by what stands behind their `trace:`, those that are passed on as they came. */
type PassedOn =
  | 'window'
  | 'values'
  | 'payload'
  | 'related'
  | 'figures'
  | 'export-preview'
  | 'pin'
  | 'pins'
  | 'import-begin'
  | 'import-lines'
  | 'import-end';

type PassedQueries = {
  readonly [N in PassedOn]: readonly [params: TraceParams<`trace:${N}`>, answer: TraceResult<`trace:${N}`>];
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

export interface TraceQueries extends PassedQueries {
  readonly export: readonly [
    params: TraceParams<'trace:export'> & { about: ExportAbout },
    answer: TraceResult<'trace:export'>,
  ];
  readonly call: readonly [params: { seq: number }, answer: FoundCall | null];
  /** `folder` null ends it. */
  readonly record: readonly [params: { folder: string | null; about: ExportAbout }, answer: RecorderState];
  readonly recorder: readonly [params: Record<string, never>, answer: RecorderState];
}

export type QueryName = keyof TraceQueries;
export type QueryParams<N extends QueryName> = TraceQueries[N][0];
export type QueryAnswer<N extends QueryName> = TraceQueries[N][1];

/** A refusal is a sentence: nothing that is asked may end the thread. */
export type QueryReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly sentence: string };
