// How numbers are spread: percentiles, and a histogram whose bars grow by the same factor.
import type { Spread } from '../../contract/trace-tools.ts';

const barsPerDecade = 4;
const decades = 6;

/** Lower edges of bars from `least` on, over six powers of ten. */
export function edgesFrom(least: number): number[] {
  return Array.from({ length: decades * barsPerDecade }, (_, bar) => least * 10 ** (bar / barsPerDecade));
}

/** `sorted` must rise and hold at least one number. */
export function spreadOf(sorted: Float64Array, edges: readonly number[]): Spread {
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  const bars = edges.map(() => 0);
  let bar = 0;
  for (const value of sorted) {
    while (bar < edges.length - 1 && value >= (edges[bar + 1] ?? Infinity)) bar += 1;
    bars[bar] = (bars[bar] ?? 0) + 1;
  }
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0, bars };
}
