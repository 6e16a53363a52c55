// The list of shortcuts, a row for each.
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { t } from '../../../words/language.ts';
import { kindWords } from './shortcut-words.ts';
import type { Shortcut } from '../../../../contract/schemas/shortcuts.ts';

interface ListProps {
  readonly rows: readonly Shortcut[];
  readonly current: Shortcut | undefined;
  /** How many there are without the filter. */
  readonly all: number;
  readonly onSelect: (id: string) => void;
}

export function ShortcutList({ rows, current, all, onSelect }: ListProps) {
  return (
    <section className="pane fill" aria-label={t('Shortcuts')}>
      <div className="scrolls" tabIndex={-1}>
        <DataTable
          label={t('Shortcuts')}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          selected={current?.id ?? null}
          onSelect={onSelect}
        />
        {rows.length === 0 ? (
          <p className="subtle p-4 text-xs">
            {t('No shortcut matches. {count, plural, one {# shortcut} other {# shortcuts}} hidden.', { count: all })}
          </p>
        ) : null}
      </div>
    </section>
  );
}

const columns: Column<Shortcut>[] = [
  { head: t('Command'), width: 210, cell: ({ command }) => <Foreign className="mono" text={command} /> },
  { head: t('Kind'), width: 90, cell: shortcut => <span className="muted">{kindWords(shortcut)}</span> },
  { head: t('Purpose'), cell: ({ description }) => <Foreign className="muted" text={description} /> },
];
