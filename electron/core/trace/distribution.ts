// How numbers are spread: percentiles, and a histogram whose bars grow by the same factor.
import type { Spread } from '../../../contract/schemas/trace-tools.ts';

const barsPerDecade = 4;
const decades = 6;

/** Lower edges of bars from `least` on, over six powers of ten. */
export function edgesFrom(least: number): number[] {
  return Array.from({ length: decades * barsPerDecade }, (_, bar) => least * 10 ** (bar / barsPerDecade));
}

/** `sorted` must rise and hold at least one number. */
export function spreadOf(sorted: Float64Array, edges: readonly number[]): Spread {
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  const starts = edges.map((edge, bar) => (bar === 0 ? 0 : countBelow(sorted, edge)));
  const bars = starts.map((start, bar) => (starts[bar + 1] ?? sorted.length) - start);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0, bars };
}

function countBelow(sorted: Float64Array, edge: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < edge) low = middle + 1;
    else high = middle;
  }
  return low;
}
