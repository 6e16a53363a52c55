// What a gauge or a total shows when it is read.
import type { Labels } from './bounded-series.ts';
import type { ObservedName } from './metric-table.ts';

export interface Observation {
  readonly name: ObservedName;
  readonly value: number;
  readonly labels?: Labels;
}
