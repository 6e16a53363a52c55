// What queries are answered from: the live trace and each imported one have one.
import { TraceWindows } from './trace-window.ts';
import type { TraceColumns } from './trace-columns.ts';

export interface QueriedTrace {
  readonly columns: TraceColumns;
  readonly windows: TraceWindows;
  /** Names the run that the entries are of, in 16 hex digits. */
  readonly runId: string;
}

export function createQueriedTrace(columns: TraceColumns): QueriedTrace {
  let runId: string | null = null;
  return {
    columns,
    windows: new TraceWindows(columns),
    get runId() {
      return (runId ??= newRunId());
    },
  };
}

/** Asked for by exports and imports alone: all of node:crypto would be memory of a thread that needs it for nothing else. */
function newRunId(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(8).toString('hex');
}
