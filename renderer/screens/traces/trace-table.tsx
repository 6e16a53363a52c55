// The live table: only the rows in sight are in the page, however long the trace is.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

import type { TraceEntry } from '../../../electron/contract/trace.ts';
import type { ColumnChoice } from '../../store/column-choice.ts';
import { timeWindow } from '../../store/trace-figures.ts';
import { commonColumns, tableSize } from './trace-cells.tsx';
import { TraceHead } from './trace-head.tsx';
import { TraceRow } from './trace-row.tsx';
import { usePicking } from './use-picking.ts';
import type { Seen } from './use-trace-window.ts';

/** `--row` of tokens.css. */
const ROW_PX = 28;

interface TraceTableProps {
  readonly seen: Seen;
  readonly follow: boolean;
  readonly selected: number | null;
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
  readonly onSelect: (seq: number) => void;
  readonly onSight: (sight: { first: number; last: number }) => void;
  readonly onFollow: (follow: boolean) => void;
}

export function TraceTable(props: TraceTableProps) {
  const { seen, follow, selected, choice, onChoice, onSelect, onSight, onFollow } = props;
  const { window } = seen;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: window.matched,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onSight({ first, last }), [first, last, onSight]);
  useEffect(() => {
    if (follow && window.matched > 0) rows.scrollToIndex(window.matched - 1, { align: 'end' });
  }, [follow, window.matched, rows]);
  // Whoever comes here for one entry finds it in sight; where the filter hides it, what stands around its place.
  const placed = useRef(0);
  useEffect(() => {
    if (seen.turn === placed.current || window.entries.length === 0) return;
    placed.current = seen.turn;
    const found = window.entries.findIndex(({ seq }) => seq >= (selected ?? 0));
    const index = window.from + (found < 0 ? window.entries.length - 1 : found);
    if (!follow) rows.scrollToIndex(index, { align: 'center' });
  }, [seen, window, selected, follow, rows]);
  usePicking({ window, selected, last, onSelect, show: index => rows.scrollToIndex(index, { align: 'auto' }) });
  const entryAt = (index: number): TraceEntry | undefined => window.entries[index - window.from];
  const inSight = items.flatMap(({ index }) => entryAt(index) ?? []);
  const time = timeWindow(inSight, inSight[0]?.at ?? 0);
  const above = items[0]?.start ?? 0;
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div
      className={window.matched === 0 ? 'flex-none' : 'scrolls'}
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="Trace entries"
      onWheel={event => event.deltaY < 0 && onFollow(false)}
      onPointerDown={event => event.target === event.currentTarget && onFollow(false)}
    >
      <table
        className="grid-table trace-grid"
        aria-label="Trace"
        aria-rowcount={window.matched + 1}
        style={tableSize(choice)}
      >
        <TraceHead time={time} choice={choice} onChoice={onChoice} />
        <tbody>
          <Spacer height={above} columns={commonColumns(choice)} />
          {items.map(({ index, key }) => (
            <TraceRow
              key={key}
              index={index}
              entry={entryAt(index)}
              columns={choice.shown}
              picked={selected !== null && entryAt(index)?.seq === selected}
              tinted={areFindings(inSight)}
              time={time}
              onSelect={onSelect}
            />
          ))}
          <Spacer height={below} columns={commonColumns(choice)} />
        </tbody>
      </table>
    </div>
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
