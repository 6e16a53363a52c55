// Where entries stand in the strip of latencies: on a log scale, with lines of percentiles.
import { latencies, percentile } from '../../../store/latencies.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';

const decades = 5;
const leastMs = 0.1;

/** Height on the log scale from 0.1 ms (0) to 10 s (1). */
export function latencyHeight(ms: number): number {
  return Math.max(0, Math.min(1, Math.log10(Math.max(ms, leastMs) / leastMs) / decades));
}

export interface Strip {
  readonly dots: readonly (readonly [x: number, y: number])[];
  /** Refusals, as places on the floor. */
  readonly crosses: readonly number[];
  readonly lines: Readonly<Record<'p50' | 'p95' | 'p99', readonly (readonly [x: number, y: number])[]>>;
}

const steps = 24;

/** Places from 0 to 1 in both directions; y is the height above the floor. */
export function latencyStrip(entries: readonly TraceEntry[]): Strip {
  const times = entries.map(({ at }) => at);
  const first = Math.min(...times);
  const span = Math.max(1, Math.max(...times) - first);
  const x = (entry: TraceEntry) => (entry.at - first) / span;
  const timed = entries.filter(entry => entry.latencyMs !== null);
  const near = Array.from({ length: steps + 1 }, (_, step) =>
    latencies(timed.filter(entry => Math.abs(x(entry) - step / steps) <= 2.5 / steps)),
  );
  const line = (share: number) =>
    near.flatMap((sorted, step) => {
      const value = percentile(sorted, share);
      return value === null ? [] : [[step / steps, latencyHeight(value)] as const];
    });
  return {
    dots: timed
      .filter(({ outcome }) => outcome !== 'refused')
      .map(entry => [x(entry), latencyHeight(entry.latencyMs ?? 0)] as const),
    crosses: entries.filter(({ outcome }) => outcome === 'refused').map(x),
    lines: { p50: line(0.5), p95: line(0.95), p99: line(0.99) },
  };
}
