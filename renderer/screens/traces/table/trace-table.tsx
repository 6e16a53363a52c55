// The live table: only the rows in sight are in the page, however long the trace is.
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { t } from '../../../words/language.ts';
import { entriesLabel } from '../entries-place.ts';
import { type TimeWindow, timeWindow } from '../time-window.ts';
import { commonColumns, tableSize, traceColumns } from './trace-cells.tsx';
import { TraceHead } from './trace-head.tsx';
import { useEvenRows } from './use-even-rows.ts';
import { usePicking } from './use-picking.ts';
import type { TraceEntry, TraceWindow } from '../../../../contract/schemas/trace.ts';
import type { ColumnChoice, ColumnId } from './column-choice.ts';
import type { SeenRows, SeenWindow, Sight } from './use-trace-window.ts';

type Rows = ReturnType<typeof useEvenRows>;

interface TraceTableProps {
  readonly seen: SeenRows;
  readonly follow: boolean;
  readonly selected: number | null;
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
  readonly onSelect: (seq: number) => void;
  readonly onSight: (sight: Sight) => void;
  readonly onFollow: (follow: boolean) => void;
}

export function TraceTable(props: TraceTableProps) {
  const { follow, selected, choice, onChoice, onSelect, onSight, onFollow } = props;
  const seen = useStore(props.seen);
  const { window } = seen;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useEvenRows(scroller, window.matched, follow);
  const { from, to, show } = rows;
  useLayoutEffect(() => onSight({ first: from, last: to - 1 }), [from, to, onSight]);
  usePlaced(seen, follow, selected, show);
  usePicking({ window, selected, last: to - 1, onSelect, show: index => show(index, 'nearest') });
  const drawn = Array.from({ length: to - from }, (_, place) => window.entries[from + place - window.from]);
  return (
    <div
      className={window.matched === 0 ? 'flex-none' : 'scrolls'}
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={entriesLabel}
      data-entries=""
      onWheel={event => event.deltaY < 0 && onFollow(false)}
      onPointerDown={event => event.target === event.currentTarget && onFollow(false)}
    >
      <TraceGrid {...{ entries: drawn, window, rows, selected, choice, onChoice, onSelect }} />
    </div>
  );
}

/** Whoever comes here for one entry finds it in sight; where the filter hides it, what stands around its place. */
function usePlaced({ window, turn }: SeenWindow, follow: boolean, selected: number | null, show: Rows['show']): void {
  const placed = useRef(0);
  useEffect(() => {
    if (turn === placed.current || window.entries.length === 0) return;
    placed.current = turn;
    const found = window.entries.findIndex(({ seq }) => seq >= (selected ?? 0));
    const index = window.from + (found < 0 ? window.entries.length - 1 : found);
    if (!follow) show(index, 'middle');
  }, [turn, window, selected, follow, show]);
}

interface TraceGridProps extends Pick<TraceTableProps, 'selected' | 'choice' | 'onChoice' | 'onSelect'> {
  /** Undefined where one is still on its way. */
  readonly entries: readonly (TraceEntry | undefined)[];
  readonly window: TraceWindow;
  readonly rows: Rows;
}

function TraceGrid({ entries, window, rows, selected, choice, onChoice, onSelect }: TraceGridProps) {
  const inSight = entries.filter(entry => entry !== undefined);
  const isAway = entries.length > 0 && inSight.length === 0;
  const time = timeWindow(inSight, inSight[0]?.at ?? 0);
  return (
    <table
      className={`grid-table trace-grid ${isAway ? 'away' : ''}`}
      aria-label={t('Trace')}
      aria-rowcount={window.matched + 1}
      style={tableSize(choice)}
    >
      <TraceHead time={time} choice={choice} onChoice={onChoice} />
      <tbody aria-busy={isAway}>
        <Spacer height={rows.above} columns={commonColumns(choice)} />
        <TraceRows
          entries={entries}
          from={rows.from}
          isAway={isAway}
          element={rows.element}
          columns={choice.shown}
          selected={selected}
          tinted={areFindings(inSight)}
          time={time}
          onSelect={onSelect}
        />
        <Spacer height={rows.below} columns={commonColumns(choice)} />
      </tbody>
    </table>
  );
}

/** One red row is a finding; where a third of them is red, only the outcome keeps its colour (UI 4). */
function areFindings(entries: readonly TraceEntry[]): boolean {
  return entries.filter(({ outcome }) => outcome === 'refused' || outcome === 'error').length * 3 <= entries.length;
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, border: 0, padding: 0 }} />
    </tr>
  );
}

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

// While none of the rows is loaded the former ones stay, unseen, and are drawn over when theirs come: a far scroll would else take all rows out of the page only to build the same again a moment later.
const TraceRows = memo(DrawnRows, (_before, { isAway }) => isAway);

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
