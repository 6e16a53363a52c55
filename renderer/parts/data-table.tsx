// A real table for lists of tens to hundreds: one row may be selected, by click, by Enter, or by the keys of its screen.
import { useEffect, useRef, type ReactNode } from 'react';

export interface Column<R> {
  readonly head: string;
  readonly width?: number;
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
}

export function DataTable<R>({ label, columns, rows, rowId, selected, onSelect, roomy, rowClass }: DataTableProps<R>) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const row = body.current?.querySelector<HTMLElement>('[data-picked="true"]');
    row?.scrollIntoView({ block: 'nearest' });
    if (body.current?.contains(document.activeElement) && document.activeElement?.tagName === 'TR') row?.focus();
  }, [selected]);
  return (
    <table className={`grid-table ${roomy ? 'roomy' : ''}`} aria-label={label} aria-rowcount={rows.length + 1}>
      <colgroup>
        {columns.map(({ head, width, className }) => (
          <col key={head} className={className} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ head, num, className }) => (
            <th key={head} scope="col" className={`${num ? 'num' : ''} ${className ?? ''}`}>
              {head.startsWith('–') ? <span className="unheard">{head.slice(1)}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => {
          const id = rowId(row);
          const picked = id === selected;
          const first = selected == null && index === 0;
          return (
            <tr
              key={id}
              className={`${onSelect ? 'picks' : ''} ${rowClass?.(row) ?? ''}`}
              data-picked={picked}
              aria-current={picked ? 'true' : undefined}
              tabIndex={onSelect ? (picked || first ? 0 : -1) : undefined}
              onClick={onSelect ? () => onSelect(id) : undefined}
              onKeyDown={event => {
                if (event.key === 'Enter' && event.target === event.currentTarget) onSelect?.(id);
              }}
            >
              {columns.map(({ head, num, className, cell }) => (
                <td key={head} className={`${num ? 'num' : ''} ${className ?? ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
