// The rows that are drawn of the trace. While none of them is loaded the former ones stay, unseen, and are drawn over when theirs come.
import { memo, useRef } from 'react';
import { traceColumns } from './trace-cells.tsx';
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

interface TraceRowProps {
  readonly index: number;
  /** Undefined while its window is on its way. */
  readonly entry: TraceEntry | undefined;
  readonly columns: readonly ColumnId[];
  readonly picked: boolean;
  readonly tinted: boolean;
  readonly time: TimeWindow;
  readonly onSelect: (seq: number) => void;
}

/** One message. */
export const TraceRow = memo(function TraceRow(props: TraceRowProps) {
  const { index, entry, columns, picked, tinted, time, onSelect } = props;
  const pressed = useRef<number | null>(null);
  if (!entry) {
    return (
      <tr aria-rowindex={index + 2}>
        <td colSpan={Math.max(1, columns.length - 1)}>
          <span className="ghost-bar" />
        </td>
      </tr>
    );
  }
  return (
    <tr
      aria-rowindex={index + 2}
      className={`selectable ${rowTint(entry, tinted)}`}
      data-picked={picked}
      aria-current={picked ? 'true' : undefined}
      tabIndex={-1}
      // The rows may be drawn anew between the two halves of a click: meant is what stood there when it began.
      onPointerDown={() => void (pressed.current = entry.seq)}
      onClick={() => onSelect(pressed.current ?? entry.seq)}
    >
      {columns.map(id => (
        <td key={id} className={traceColumns[id].className}>
          {traceColumns[id].cell(entry, time)}
        </td>
      ))}
    </tr>
  );
});

function rowTint({ outcome }: TraceEntry, tinted: boolean): string {
  if (outcome === 'waiting') return 'ask';
  return tinted && (outcome === 'refused' || outcome === 'error') ? 'bad' : '';
}
