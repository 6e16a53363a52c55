// One message in the trace table.
import { memo, useRef } from 'react';
import { traceColumns } from './trace-cells.tsx';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { TimeWindow } from '../../../store/trace-figures.ts';
import type { ColumnId } from './column-choice.ts';

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
  if (outcome === 'waiting') return 'asks';
  return tinted && (outcome === 'refused' || outcome === 'error') ? 'failed' : '';
}
