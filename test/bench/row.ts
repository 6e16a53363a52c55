// One measured case of a benchmark, in the form in which all of them report.

export interface BenchRow {
  readonly case: string;
  readonly value: number;
  readonly unit: string;
  /** Measured in the same run, because machines differ and are noisy. */
  readonly baseline: number | null;
  readonly ratio: number | null;
  /** In words: `ratio at most 1.6`. */
  readonly goal: string;
  readonly holds: boolean;
  /** What else was seen, a sentence each. */
  readonly notes?: readonly string[];
}
