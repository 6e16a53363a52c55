// What the writers of an export are given: one entry, masked, with its place in the tree of calls.
import type { TraceEntry, TracePayload } from '../../../../contract/schemas/trace.ts';
import type { ExportAbout } from '../trace-messages.ts';

export interface ExportItem {
  readonly entry: TraceEntry;
  /** Null where payloads stay behind. */
  readonly payload: TracePayload | null;
  /** The entry that all of this call began with. */
  readonly root: number;
}

export interface WriterAbout extends ExportAbout {
  /** Names the run of the trace: 16 hex digits. */
  readonly runId: string;
}

/** A format, written piece by piece: each text needs no memory of the ones before. */
export interface TraceWriter {
  head(about: WriterAbout): string;
  /** `index` counts from 0 over the whole file. */
  item(item: ExportItem, about: WriterAbout, index: number): string;
  tail(about: WriterAbout, entries: number): string;
}
