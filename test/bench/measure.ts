// Small numbers that every benchmark needs: middles, rates and rows.
import type { BenchRow } from './row.ts';

/** The middle value; the mean of the two middle ones of an even count. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The mean of the middle half: steadier than a median where a clock is coarse, and outliers still count for nothing. */
export function middleMean(values: readonly number[]): number {
  const quarter = values.length >> 2;
  const middle = values.toSorted((a, b) => a - b).slice(quarter, values.length - quarter);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** The middle of the lower half of times or ratios: whatever else runs only adds to them. */
export function quiet(values: readonly number[]): number {
  return median(values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length / 2)));
}

/** Three digits that count, because more would only be noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** A row whose goal is a bound on value / baseline, from above or from below. */
export function ratioRow(
  name: string,
  measured: { readonly value: number; readonly baseline: number; readonly unit: string },
  bound: { readonly atMost: number } | { readonly atLeast: number },
): BenchRow {
  const ratio = measured.value / measured.baseline;
  const upper = 'atMost' in bound;
  return {
    case: name,
    value: rounded(measured.value),
    unit: measured.unit,
    baseline: rounded(measured.baseline),
    ratio: rounded(ratio),
    goal: upper ? `ratio at most ${bound.atMost}` : `ratio at least ${bound.atLeast}`,
    holds: upper ? ratio <= bound.atMost : ratio >= bound.atLeast,
  };
}

/** A row whose goal is a bound on the value itself, from above or from below. */
export function boundRow(
  name: string,
  measured: { readonly value: number; readonly unit: string; readonly baseline?: number },
  bound: { readonly atMost: number } | { readonly atLeast: number },
): BenchRow {
  const { value, unit, baseline } = measured;
  const upper = 'atMost' in bound;
  return {
    case: name,
    value: rounded(value),
    unit,
    baseline: baseline === undefined ? null : rounded(baseline),
    ratio: baseline === undefined ? null : rounded(value / baseline),
    goal: `at ${upper ? `most ${bound.atMost}` : `least ${bound.atLeast}`} ${unit}`,
    holds: upper ? value <= bound.atMost : value >= bound.atLeast,
  };
}
