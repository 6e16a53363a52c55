// Latencies of trace entries, and their percentiles.
import type { TraceEntry } from '../../contract/schemas/trace.ts';

/** The value below which `share` of the sorted values lie; null for none. */
export function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

export function latencies(entries: readonly TraceEntry[]): number[] {
  return entries.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs])).sort((a, b) => a - b);
}
