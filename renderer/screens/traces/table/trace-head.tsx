// The header of the trace table: columns are dragged to another place, and made wider at their right edge or with the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { formatClock } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { type ColumnChoice, type ColumnId, leastWidth, withMoved, withWidth } from './column-choice.ts';
import { ColumnWidths, columnWidth, traceColumns } from './trace-cells.tsx';
import type { TimeWindow } from '../time-window.ts';

interface TraceHeadProps {
  readonly time: TimeWindow;
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
}

export function TraceHead({ time, choice, onChoice }: TraceHeadProps) {
  const dragged = useRef<ColumnId | null>(null);
  const resize = (id: ColumnId) => (width: number | null) => onChoice(withWidth(choice, id, width));
  return (
    <>
      <ColumnWidths choice={choice} />
      <thead>
        <tr>
          {choice.shown.map(id => {
            const { head, title, className = '' } = traceColumns[id];
            return (
              <th
                key={id}
                scope="col"
                className={
                  id === 'timeline' ? 'waterfall-head only-when-wide' : className.includes('numeric') ? 'numeric' : ''
                }
                title={title}
                draggable
                onDragStart={event => {
                  dragged.current = id;
                  event.dataTransfer.effectAllowed = 'move';
                }}
                onDragOver={event => event.preventDefault()}
                onDrop={event => {
                  event.preventDefault();
                  if (dragged.current) onChoice(withMoved(choice, dragged.current, id));
                }}
              >
                {id === 'timeline' ? <Seconds head={head} time={time} /> : head}
                <Edge head={head} width={columnWidth(choice, id)} onResize={resize(id)} />
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
}

function Seconds({ head, time }: { head: string; time: TimeWindow }) {
  const step = (time.to - time.from) / 3;
  const label = (index: number) => `:${formatClock(time.from + step * index).slice(-2)}`;
  return (
    <>
      <b className="visually-hidden">{head}</b>
      {time.from > 0 ? [0, 1, 2].map(index => <span key={index}>{label(index)}</span>) : null}
    </>
  );
}

interface EdgeProps {
  readonly head: string;
  /** Undefined where it takes what is left. */
  readonly width: number | undefined;
  /** Null gives the first width again. */
  readonly onResize: (width: number | null) => void;
}

const stepPx = 8;

function Edge({ head, width, onResize }: EdgeProps) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthOf = (edge: Element) => Math.round(edge.closest('th')?.getBoundingClientRect().width ?? 0);
  const onPress = (event: PointerEvent) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: widthOf(event.currentTarget) };
  };
  const onMove = ({ clientX }: PointerEvent) => {
    if (start.current) onResize(start.current.width + clientX - start.current.x);
  };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -stepPx, ArrowRight: stepPx }[event.key];
    if (by === undefined && event.key !== 'Delete') return;
    event.preventDefault();
    event.stopPropagation();
    onResize(by === undefined ? null : widthOf(event.currentTarget) + by);
  };
  return (
    <span
      className="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('Width of {head}', { head })}
      aria-valuenow={width ?? 0}
      aria-valuemin={leastWidth}
      aria-valuetext={width === undefined ? t('what is left') : t('{width} pixels', { width: String(width) })}
      title={t('Drag, or press the arrow keys; a double press gives the first width')}
      tabIndex={0}
      draggable={false}
      onPointerDown={onPress}
      onPointerMove={onMove}
      onPointerUp={() => (start.current = null)}
      onDoubleClick={() => onResize(null)}
      onKeyDown={onKey}
    />
  );
}
