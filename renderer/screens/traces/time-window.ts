// The time that all rows or lanes in sight share, and where a moment lies in it.
import type { TraceEntry } from '../../../contract/schemas/trace.ts';

export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

const leastSpanMs = 3000;

/** One window of time for all rows in sight. */
export function timeWindow(entries: readonly TraceEntry[], now: number): TimeWindow {
  const from = Math.min(...entries.map(({ at }) => at), now);
  const to = Math.max(...entries.map(entry => entry.at + (entry.latencyMs ?? 0)), from + leastSpanMs);
  return { from, to };
}

/** Where a moment lies in a window, in percent. */
export function percentAt(moment: number, { from, to }: TimeWindow): number {
  return Math.max(0, Math.min(100, ((moment - from) * 100) / (to - from)));
}
