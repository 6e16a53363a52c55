// The columns of the trace table: head, first width, and what stands in a cell.
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { plainFields } from '../../../../contract/trace-fields.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { OutcomeCell } from '../../../parts/outcome-cell.tsx';
import { formatBytes, formatClockMs, formatDuration, formatMoment, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { type PlainColumn, plainColumns } from '../plain-field-words.ts';
import { PartyCell } from './party-cell.tsx';
import { Waterfall } from './waterfall.tsx';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { TimeWindow } from '../time-window.ts';
import type { ColumnChoice, ColumnId } from './column-choice.ts';

export interface TraceColumn {
  readonly head: string;
  /** Longer than the head, where that is short. */
  readonly title?: string;
  /** Without one the column shares what is left with others of its kind. */
  readonly width?: number;
  readonly className?: string;
  readonly cell: (entry: TraceEntry, time: TimeWindow) => ReactNode;
}

/** A column without a width is never narrower. */
const leastPx = 110;

export const traceColumns: Readonly<Record<ColumnId, TraceColumn>> = {
  time: {
    head: t('Time'),
    width: 104,
    cell: ({ at }) => (
      <time className="mono subtle" title={formatMoment(at)}>
        {formatClockMs(at)}
      </time>
    ),
  },
  dir: {
    head: t('Dir'),
    title: t('Direction, seen from the hub'),
    width: 30,
    className: 'subtle',
    cell: ({ dir }) => <Direction dir={dir} />,
  },
  from: { head: t('From'), width: 118, cell: ({ from }) => <PartyCell party={from} /> },
  to: { head: t('To'), width: 118, cell: ({ to }) => <PartyCell party={to} /> },
  what: { head: t('Tool or method'), cell: entry => <What entry={entry} /> },
  outcome: { head: t('Outcome and rule'), cell: entry => <OutcomeCell entry={entry} /> },
  size: {
    head: t('Size'),
    title: t('Request and response together'),
    width: 60,
    className: 'numeric muted',
    cell: ({ bytes, responseBytes }) => formatBytes(bytes + (responseBytes ?? 0)),
  },
  latency: {
    head: t('Latency'),
    width: 66,
    className: 'numeric',
    cell: ({ latencyMs }) => (
      <span className={(latencyMs ?? 0) >= 1000 ? 'slow' : 'fast'}>{formatDuration(latencyMs)}</span>
    ),
  },
  timeline: {
    head: t('Timeline'),
    width: 92,
    className: 'waterfall only-when-wide',
    cell: (entry, time) => <Waterfall entry={entry} time={time} />,
  },
  seq: { head: t('Number'), width: 64, className: 'numeric subtle', cell: ({ seq }) => seq },
  method: {
    head: t('Method'),
    width: 130,
    cell: ({ method }) => <Foreign text={method} className="mono ellipsis" max={80} />,
  },
  tool: { head: t('Tool'), width: 130, cell: ({ tool }) => <Plain text={tool} /> },
  ...plainTraceColumns(),
  sent: { head: t('Request'), width: 64, className: 'numeric muted', cell: ({ bytes }) => formatBytes(bytes) },
  answered: {
    head: t('Response'),
    width: 66,
    className: 'numeric muted',
    cell: ({ responseBytes }) => formatBytes(responseBytes),
  },
  waited: {
    head: t('Waited'),
    title: t('How long you, or a pause, were waited for'),
    width: 66,
    className: 'numeric muted',
    cell: ({ waitedMs }) => (waitedMs === 0 ? missing : formatDuration(waitedMs)),
  },
  code: { head: t('Code'), width: 150, cell: ({ code }) => <Plain text={code} /> },
};

function plainTraceColumns(): Readonly<Record<PlainColumn, TraceColumn>> {
  const columns = plainColumns.map(({ field, column, words: { head, title, width, show } }): [string, TraceColumn] => {
    const isText = plainFields[field].kind === 'text';
    const cell = (entry: TraceEntry) => {
      const value = entry[field];
      if (typeof value === 'number') return show?.(value) ?? value;
      return <Plain text={value} />;
    };
    return [column, { head, width, ...(title && { title }), ...(isText ? {} : { className: 'numeric muted' }), cell }];
  });
  return Object.fromEntries(columns) as Record<PlainColumn, TraceColumn>;
}

export function columnWidth(choice: ColumnChoice, id: ColumnId): number | undefined {
  return choice.widths[id] ?? traceColumns[id].width;
}

/** Narrower than this the table scrolls sideways; the timeline counts only in wide windows, where it is. */
export function tableSize(choice: ColumnChoice): CSSProperties {
  const widths = choice.shown.map(id => (id === 'timeline' ? 0 : (columnWidth(choice, id) ?? leastPx)));
  const timeline = choice.shown.includes('timeline') ? (columnWidth(choice, 'timeline') ?? 0) : 0;
  const size = { '--least': `${widths.reduce((sum, width) => sum + width, 0)}px`, '--timeline': `${timeline}px` };
  return size as CSSProperties;
}

/** Columns that are there in narrow windows too: a cell across more would make a column of its own there. */
export function commonColumns(choice: ColumnChoice): number {
  return Math.max(1, choice.shown.filter(id => id !== 'timeline').length);
}

export function ColumnWidths({ choice }: { choice: ColumnChoice }) {
  return (
    <colgroup>
      {choice.shown.map(id => {
        const width = columnWidth(choice, id);
        return (
          <col
            key={id}
            className={id === 'timeline' ? 'only-when-wide' : undefined}
            style={width === undefined ? undefined : { width }}
          />
        );
      })}
    </colgroup>
  );
}

const Direction = memo(function Direction({ dir }: Pick<TraceEntry, 'dir'>) {
  if (dir === 'in') return <ArrowDownLeft className="icon-14" role="img" aria-label={t('in')} />;
  return <ArrowUpRight className="icon-14" role="img" aria-label={t('out')} />;
});

function Plain({ text }: { text: string | null }) {
  return text === null ? (
    <span className="subtle">{missing}</span>
  ) : (
    <Foreign text={text} className="mono ellipsis" max={80} />
  );
}

function What({ entry }: { entry: TraceEntry }) {
  const { tool, method } = entry;
  return (
    <>
      <Foreign text={tool ?? methodName(entry)} className="mono ellipsis" max={80} />
      {tool === null || tool === method || method === 'tools/call' || method === 'call' ? null : (
        <Foreign text={` ${method}`} className="mono subtle" max={60} />
      )}
    </>
  );
}

/** The outcome says already that a message is a notification (MCP names them all `notifications/…`). */
function methodName({ method, kind }: TraceEntry): string {
  return kind === 'notification' ? method.replace(/^notifications\//, '') : method;
}
