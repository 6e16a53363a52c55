// Which columns the trace table has, in which order and how wide: chosen by the user.
import { plainColumns } from '../plain-field-words.ts';

export const columnIds = [
  'time',
  'dir',
  'from',
  'to',
  'what',
  'outcome',
  'size',
  'latency',
  'timeline',
  'seq',
  'method',
  'tool',
  ...plainColumns.map(({ column }) => column),
  'sent',
  'answered',
  'waited',
  'code',
] as const;
export type ColumnId = (typeof columnIds)[number];

export interface ColumnChoice {
  /** The columns shown, from left to right. */
  readonly shown: readonly ColumnId[];
  /** In CSS pixels, of those that the user made wider or narrower. */
  readonly widths: Readonly<Partial<Record<ColumnId, number>>>;
}

export const firstColumns: ColumnChoice = {
  shown: ['time', 'dir', 'from', 'to', 'what', 'outcome', 'size', 'latency', 'timeline'],
  widths: {},
};

export const leastWidth = 28;
const mostWidth = 1_200;

/** Null for what is no choice; unknown columns are left out of it. */
export function readColumns(value: unknown): ColumnChoice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { shown, widths } = value as { shown?: unknown; widths?: unknown };
  if (!Array.isArray(shown)) return null;
  const known = columnIds.filter(id => shown.includes(id)).sort((a, b) => shown.indexOf(a) - shown.indexOf(b));
  if (known.length === 0) return null;
  const entries = Object.entries(typeof widths === 'object' && widths !== null ? widths : {});
  const kept = entries.filter(([id, width]) => isColumn(id) && typeof width === 'number' && Number.isFinite(width));
  return { shown: known, widths: Object.fromEntries(kept.map(([id, width]) => [id, bounded(width as number)])) };
}

function isColumn(id: string): id is ColumnId {
  return columnIds.some(known => known === id);
}

function bounded(width: number): number {
  return Math.round(Math.max(leastWidth, Math.min(mostWidth, width)));
}

/** A new one comes where it stands among all columns; the last one stays. */
export function withColumn(choice: ColumnChoice, id: ColumnId, on: boolean): ColumnChoice {
  const others = choice.shown.filter(other => other !== id);
  if (!on) return others.length === 0 ? choice : { ...choice, shown: others };
  const place = others.findIndex(other => columnIds.indexOf(other) > columnIds.indexOf(id));
  return { ...choice, shown: others.toSpliced(place < 0 ? others.length : place, 0, id) };
}

/** Moves a column to the place of another, or by so many places. */
export function withMoved(choice: ColumnChoice, id: ColumnId, to: ColumnId | number): ColumnChoice {
  const from = choice.shown.indexOf(id);
  const wanted = typeof to === 'number' ? from + to : choice.shown.indexOf(to);
  if (from < 0 || wanted < 0 || wanted >= choice.shown.length) return choice;
  return { ...choice, shown: choice.shown.toSpliced(from, 1).toSpliced(wanted, 0, id) };
}

/** Null gives a column its first width again. */
export function withWidth(choice: ColumnChoice, id: ColumnId, width: number | null): ColumnChoice {
  const { [id]: _before, ...others } = choice.widths;
  return { ...choice, widths: width === null ? others : { ...others, [id]: bounded(width) } };
}
