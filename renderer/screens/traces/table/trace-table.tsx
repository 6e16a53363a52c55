// The live table: only the rows in sight are in the page, however long the trace is.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { timeWindow } from '../../../store/trace-figures.ts';
import { t } from '../../../words/language.ts';
import { entriesLabel } from '../entries-place.ts';
import { commonColumns, tableSize } from './trace-cells.tsx';
import { TraceHead } from './trace-head.tsx';
import { TraceRows } from './trace-rows.tsx';
import { useEvenRows } from './use-even-rows.ts';
import { usePicking } from './use-picking.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { ColumnChoice } from './column-choice.ts';
import type { SeenWindow, Sight } from './use-trace-window.ts';

interface TraceTableProps {
  readonly seen: SeenWindow;
  readonly follow: boolean;
  readonly selected: number | null;
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
  readonly onSelect: (seq: number) => void;
  readonly onSight: (sight: Sight) => void;
  readonly onFollow: (follow: boolean) => void;
}

export function TraceTable(props: TraceTableProps) {
  const { seen, follow, selected, choice, onChoice, onSelect, onSight, onFollow } = props;
  const { window } = seen;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useEvenRows(scroller, window.matched, follow);
  const { from, to, show } = rows;
  useLayoutEffect(() => onSight({ first: from, last: to - 1 }), [from, to, onSight]);
  // Whoever comes here for one entry finds it in sight; where the filter hides it, what stands around its place.
  const placed = useRef(0);
  useEffect(() => {
    if (seen.turn === placed.current || window.entries.length === 0) return;
    placed.current = seen.turn;
    const found = window.entries.findIndex(({ seq }) => seq >= (selected ?? 0));
    const index = window.from + (found < 0 ? window.entries.length - 1 : found);
    if (!follow) show(index, 'middle');
  }, [seen, window, selected, follow, show]);
  usePicking({ window, selected, last: to - 1, onSelect, show: index => show(index, 'nearest') });
  const drawn = Array.from({ length: to - from }, (_, place) => window.entries[from + place - window.from]);
  const inSight = drawn.filter(entry => entry !== undefined);
  const isAway = drawn.length > 0 && inSight.length === 0;
  const time = timeWindow(inSight, inSight[0]?.at ?? 0);
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
            entries={drawn}
            from={from}
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
