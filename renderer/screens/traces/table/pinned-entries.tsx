// The pinned entries, above the others and with the same columns.
import { t } from '../../../words/language.ts';
import { timeWindow } from '../time-window.ts';
import { ColumnWidths, tableSize, traceColumns } from './trace-cells.tsx';
import { TraceRow } from './trace-table.tsx';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { ColumnChoice } from './column-choice.ts';

interface PinnedEntriesProps {
  readonly entries: readonly TraceEntry[];
  readonly choice: ColumnChoice;
  readonly selected: number | null;
  readonly onSelect: (seq: number) => void;
}

export function PinnedEntries({ entries, choice, selected, onSelect }: PinnedEntriesProps) {
  if (entries.length === 0) return null;
  const time = timeWindow(entries, entries[0]?.at ?? 0);
  return (
    <section className="pins" aria-label={t('Pinned entries')} tabIndex={0}>
      <table
        className="grid-table trace-grid"
        aria-label={t('{count, plural, one {# pinned entry} other {# pinned entries}}', { count: entries.length })}
        style={tableSize(choice)}
      >
        <ColumnWidths choice={choice} />
        <thead className="visually-hidden">
          <tr>
            {choice.shown.map(id => (
              <th key={id} scope="col">
                {traceColumns[id].head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <TraceRow
              key={entry.seq}
              index={index}
              entry={entry}
              columns={choice.shown}
              picked={entry.seq === selected}
              tinted={false}
              time={time}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
