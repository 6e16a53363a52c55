// What queries are answered from: the live trace and each imported one have one.
import { randomBytes } from 'node:crypto';
import { TraceWindows } from './trace-window.ts';
import type { TraceColumns } from './trace-columns.ts';

export interface QueriedTrace {
  readonly columns: TraceColumns;
  readonly windows: TraceWindows;
  /** Names the run that the entries are of, in 16 hex digits. */
  readonly runId: string;
}

export function createQueriedTrace(columns: TraceColumns): QueriedTrace {
  return { columns, windows: new TraceWindows(columns), runId: randomBytes(8).toString('hex') };
}
