// The rows that are drawn of the trace. While none of them is loaded the former ones stay, unseen, and are drawn over when theirs come.
import { memo } from 'react';
import { TraceRow } from './trace-row.tsx';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { TimeWindow } from '../../../store/trace-figures.ts';
import type { ColumnId } from './column-choice.ts';

interface TraceRowsProps {
  /** Undefined where an entry is still on its way. */
  readonly entries: readonly (TraceEntry | undefined)[];
  /** The number of the first of them. */
  readonly from: number;
  /** Whether not one of them is there. */
  readonly isAway: boolean;
  readonly element: (index: number) => number;
  readonly columns: readonly ColumnId[];
  readonly selected: number | null;
  readonly tinted: boolean;
  readonly time: TimeWindow;
  readonly onSelect: (seq: number) => void;
}

// A far scroll would else take all rows out of the page only to build the same again a moment later.
export const TraceRows = memo(DrawnRows, (_before, { isAway }) => isAway);

function DrawnRows({ entries, from, element, columns, selected, tinted, time, onSelect }: TraceRowsProps) {
  return entries.map((entry, place) => (
    <TraceRow
      key={element(from + place)}
      index={from + place}
      entry={entry}
      columns={columns}
      picked={entry !== undefined && entry.seq === selected}
      tinted={tinted}
      time={time}
      onSelect={onSelect}
    />
  ));
}
