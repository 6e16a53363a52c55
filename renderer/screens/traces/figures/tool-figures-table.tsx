// The figures of every tool: a row each, with its distributions drawn and its percentiles written.
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { formatBytes, formatCount, formatDuration, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { DistributionChart } from './distribution-chart.tsx';
import type { ToolFigures, TraceFigures } from '../../../../contract/schemas/trace-tools.ts';
import type { FigureSide } from '../../../../contract/trace-bounds.ts';

export function ToolFiguresTable({ figures, side }: { figures: TraceFigures; side: FigureSide }) {
  return (
    <div className="chart-table">
      <DataTable
        label={t('Latency and size per tool')}
        columns={columnsOf(figures, side)}
        rows={figures.tools}
        rowId={({ method, tool, to }) => `${method} ${tool} ${to?.kind} ${to?.id}`}
        roomy
      />
    </div>
  );
}

function columnsOf({ latencyEdges, sizeEdges }: TraceFigures, side: FigureSide): readonly Column<ToolFigures>[] {
  const time = (share: 'p50' | 'p95' | 'p99') => ({
    head: share,
    num: true,
    cell: ({ latency }: ToolFigures) => formatDuration(latency?.[share] ?? null),
  });
  return [
    { head: side === 'agents' ? t('Tool or method') : t('Tool or method, and where'), cell: row => <Name row={row} /> },
    { head: t('Calls'), num: true, cell: ({ calls }) => formatCount(calls) },
    { head: t('Failed'), num: true, cell: row => <Bad row={row} /> },
    {
      head: t('Latency, 0.1 ms to 100 s'),
      cell: ({ latency }) =>
        latency ? (
          <DistributionChart distribution={latency} edges={latencyEdges} format={formatDuration} what={t('Latency')} />
        ) : (
          missing
        ),
    },
    time('p50'),
    time('p95'),
    time('p99'),
    {
      head: t('Size, 10 B to 10 MB'),
      className: 'only-when-wide',
      cell: ({ size }) => (
        <DistributionChart distribution={size} edges={sizeEdges} format={formatSize} what={t('Size')} />
      ),
    },
    { head: t('Median size'), num: true, cell: ({ size }) => formatSize(size.p50) },
    { head: t('In all'), num: true, className: 'only-when-wide', cell: ({ bytes }) => formatBytes(bytes) },
  ];
}

const formatSize = (bytes: number) => formatBytes(Math.round(bytes));

function Name({ row: { tool, method, to } }: { row: ToolFigures }) {
  return (
    <span className="name block">
      <Foreign text={tool ?? method} className="mono ellipsis block" />
      {to ? <Foreign text={to.label} className="subtle text-2xs ellipsis block" /> : null}
    </span>
  );
}

function Bad({ row: { failed, refused } }: { row: ToolFigures }) {
  if (failed + refused === 0) return <span className="subtle">0</span>;
  return (
    <span
      className="text-crashed"
      title={t('{failed} failed, {refused} refused', {
        failed: formatCount(failed),
        refused: formatCount(refused),
      })}
    >
      {formatCount(failed + refused)}
    </span>
  );
}
