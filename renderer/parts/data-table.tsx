// A real table: one row may be selected, by click, by Enter, or by the keys of its screen. Of a long one only the rows in sight are in the page.
import { type ReactNode, useEffect, useRef } from 'react';
import { useRowWindow } from './use-row-window.ts';

export interface Column<R> {
  readonly head: string;
  /** In pixels, or a share of the table such as `18%`. */
  readonly width?: number | string;
  readonly num?: boolean;
  /** `wide` columns go in narrow windows. */
  readonly className?: string;
  readonly cell: (row: R) => ReactNode;
}

interface DataTableProps<R> {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly rowId: (row: R) => string;
  readonly selected?: string | null;
  readonly onSelect?: (id: string) => void;
  readonly roomy?: boolean;
  readonly rowClass?: (row: R) => string;
  /** Rows that there are, where only some of them are here. */
  readonly total?: number;
}

export function DataTable<R>(table: DataTableProps<R>) {
  const { label, columns, rows, rowId, selected, roomy, total } = table;
  const body = useRef<HTMLTableSectionElement>(null);
  const window = useRowWindow(body, rows.length, roomy === true);
  const at = selected == null || !window.isPart ? -1 : rows.findIndex(row => rowId(row) === selected);
  const { show } = window;
  useEffect(() => {
    if (at >= 0) show(at);
  }, [at, show]);
  useEffect(() => {
    const row = body.current?.querySelector<HTMLElement>('[data-picked="true"]');
    row?.scrollIntoView({ block: 'nearest' });
    if (body.current?.contains(document.activeElement) && document.activeElement?.tagName === 'TR') row?.focus();
  }, [selected]);
  return (
    <table
      className={`grid-table ${roomy ? 'roomy' : ''}`}
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
    >
      <Heads columns={columns} />
      <tbody ref={body}>
        <Spacer height={window.above} />
        {rows.slice(window.from, window.to).map((row, place) => (
          <Row key={rowId(row)} table={table} row={row} index={window.from + place} isPart={window.isPart} />
        ))}
        <Spacer height={window.below} />
      </tbody>
    </table>
  );
}

function Heads<R>({ columns }: Pick<DataTableProps<R>, 'columns'>) {
  return (
    <>
      <colgroup>
        {columns.map(({ head, width, className }) => (
          <col key={head} className={className} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column.head} scope="col" className={cellClass(column)}>
              {column.head.startsWith('–') ? (
                <span className="visually-hidden">{column.head.slice(1)}</span>
              ) : (
                column.head
              )}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

interface RowProps<R> {
  readonly table: DataTableProps<R>;
  readonly row: R;
  readonly index: number;
  /** Whether other rows are left out. */
  readonly isPart: boolean;
}

function Row<R>({ table: { columns, rowId, selected, onSelect, rowClass }, row, index, isPart }: RowProps<R>) {
  const id = rowId(row);
  const picked = id === selected;
  const first = selected == null && index === 0;
  return (
    <tr
      className={`${onSelect ? 'selectable' : ''} ${rowClass?.(row) ?? ''}`}
      data-picked={picked}
      aria-rowindex={isPart ? index + 2 : undefined}
      aria-current={picked ? 'true' : undefined}
      tabIndex={onSelect ? (picked || first ? 0 : -1) : undefined}
      onClick={onSelect ? () => onSelect(id) : undefined}
      onKeyDown={event => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onSelect?.(id);
      }}
    >
      {columns.map(column => (
        <td key={column.head} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function cellClass<R>({ num, className }: Column<R>): string {
  return `${num ? 'numeric' : ''} ${className ?? ''}`;
}

/** One cell: spanning columns of which some are hidden would make room for more. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td style={{ height, border: 0, padding: 0 }} />
    </tr>
  );
}
