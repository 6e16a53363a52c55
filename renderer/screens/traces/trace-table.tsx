// The live table: only the rows in sight are in the page, however long the trace is.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

import type { TraceEntry, TraceWindow } from '../../../electron/contract/trace.ts';
import { useKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { timeWindow } from '../../store/trace-figures.ts';
import { TraceHead } from './trace-head.tsx';
import { TraceRow } from './trace-row.tsx';

/** `--row` of tokens.css. */
const ROW_PX = 28;

interface TraceTableProps {
  readonly window: TraceWindow;
  readonly follow: boolean;
  readonly selected: number | null;
  readonly onSelect: (seq: number) => void;
  readonly onSight: (sight: { first: number; last: number }) => void;
  readonly onFollow: (follow: boolean) => void;
}

export function TraceTable({ window, follow, selected, onSelect, onSight, onFollow }: TraceTableProps) {
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
  // Whoever comes here for one entry finds it in sight; numbers rise by one, so its place follows from any other's.
  const placed = useRef(follow || selected === null);
  useEffect(() => {
    const end = window.entries.at(-1);
    if (placed.current || selected === null || !end || window.total !== window.matched) return;
    placed.current = true;
    const index = window.from + window.entries.length - 1 - (end.seq - selected);
    rows.scrollToIndex(Math.max(0, Math.min(window.matched - 1, index)), { align: 'center' });
  }, [window, selected, rows]);
  const entryAt = (index: number): TraceEntry | undefined => window.entries[index - window.from];
  useTraceKeys(window, selected, seq => {
    onSelect(seq);
    const index = window.entries.findIndex(entry => entry.seq === seq);
    if (index >= 0) rows.scrollToIndex(window.from + index, { align: 'auto' });
  });
  const inSight = items.flatMap(({ index }) => entryAt(index) ?? []);
  const time = timeWindow(inSight, inSight[0]?.at ?? 0);
  const refused = inSight.filter(({ outcome }) => outcome === 'refused' || outcome === 'error').length;
  // One red row is a finding; where a third of them is red, only the outcome keeps its colour (UI 4).
  const tinted = refused * 3 <= inSight.length;
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
    >
      <table className="grid-table" aria-label="Trace" aria-rowcount={window.matched + 1}>
        <TraceHead time={time} />
        <tbody>
          <Spacer height={above} />
          {items.map(({ index, key }) => (
            <TraceRow
              key={key}
              index={index}
              entry={entryAt(index)}
              picked={entryAt(index)?.seq === selected}
              tinted={tinted}
              time={time}
              onSelect={onSelect}
            />
          ))}
          <Spacer height={below} />
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={8} style={{ height, border: 0, padding: 0 }} />
    </tr>
  );
}

/** j, k and arrows move among the loaded rows; without a selection they start at the newest. */
function useTraceKeys(window: TraceWindow, selected: number | null, select: (seq: number) => void): void {
  const { entries } = window;
  const at = entries.findIndex(({ seq }) => seq === selected);
  const go = (to: number) => () => {
    const entry = entries[Math.max(0, Math.min(entries.length - 1, to))];
    if (entry) select(entry.seq);
  };
  const down = go(at < 0 ? entries.length - 1 : at + 1);
  const up = go(at < 0 ? entries.length - 1 : at - 1);
  useKeys({
    j: down,
    ArrowDown: down,
    k: up,
    ArrowUp: up,
    Home: go(0),
    End: go(entries.length - 1),
    Escape: () => goTo('traces'),
  });
}
