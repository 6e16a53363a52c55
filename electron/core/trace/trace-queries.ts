// What the hub asks of the trace's thread beside windows and payloads, and what it is answered.
import type { z } from 'zod';
import type {
  Party,
  TraceEntry,
  TraceFilter,
  TracePayload,
  TraceValues,
  TraceWindow,
} from '../../../contract/schemas/trace.ts';
import type {
  ExportAskSchema,
  ExportPiece,
  FigureSide,
  ImportedLines,
  PreviewAskSchema,
  PreviewPiece,
  RelatedEntries,
  TraceFigures,
} from '../../../contract/schemas/trace-tools.ts';
import type { ValuesAsk } from './trace-values.ts';
import type { WindowAsk } from './trace-window.ts';

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

/** The living trace, or one that was imported. */
interface OfTrace {
  readonly importId?: number;
}

interface ToolAsks {
  readonly call: readonly [ask: { seq: number }, answer: FoundCall | null];
  readonly related: readonly [ask: OfTrace & { seq: number }, answer: RelatedEntries];
  readonly figures: readonly [ask: OfTrace & { filter: TraceFilter; side: FigureSide }, answer: TraceFigures];
  readonly preview: readonly [ask: OfTrace & z.output<typeof PreviewAskSchema>, answer: PreviewPiece];
  readonly export: readonly [
    ask: OfTrace & z.output<typeof ExportAskSchema> & { about: ExportAbout },
    answer: ExportPiece,
  ];
  readonly importBegin: readonly [ask: Record<string, never>, answer: { importId: number }];
  readonly importLines: readonly [ask: { importId: number; text: string }, answer: ImportedLines];
  readonly importEnd: readonly [ask: { importId: number }, answer: null];
  readonly importedWindow: readonly [ask: WindowAsk & { importId: number }, answer: TraceWindow];
  readonly importedPayload: readonly [ask: { importId: number; seq: number }, answer: TracePayload];
  readonly importedValues: readonly [ask: ValuesAsk & { importId: number }, answer: TraceValues];
  /** `folder` null ends it. */
  readonly record: readonly [ask: { folder: string | null; about: ExportAbout }, answer: RecorderState];
  readonly recorder: readonly [ask: Record<string, never>, answer: RecorderState];
}

export type ToolName = keyof ToolAsks;
export type ToolAsk<N extends ToolName> = ToolAsks[N][0];
export type ToolAnswer<N extends ToolName> = ToolAsks[N][1];

/** A refusal is a sentence: nothing that is asked may end the thread. */
export type ToolReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly sentence: string };
