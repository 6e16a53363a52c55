// What of an export is masked: fields, headers and texts with how often, and what the trace has not kept.
import { ShieldCheck } from 'lucide-react';

import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import type { Masked } from '../../../electron/contract/trace-tools.ts';
import type { Preview } from '../../store/export-trace.ts';
import { formatBytes, formatCount, formatCounted } from '../../words/format.ts';
import { maskedWords } from '../../words/trace-tool-words.ts';

const columns: readonly Column<Masked>[] = [
  { head: 'Name', cell: ({ name }) => <Foreign text={name} className="mono cut" /> },
  { head: 'Where', width: 110, cell: ({ kind }) => <span className="m">{maskedWords[kind]}</span> },
  { head: 'Values', width: 90, num: true, cell: ({ count }) => formatCount(count) },
];

export function MaskedPreview({ preview, payloads }: { preview: Preview | null; payloads: boolean }) {
  if (!preview) return <p className="hint">Counting what is masked …</p>;
  const { masked, entries, payloadBytes, dropped, whole } = preview;
  const values = masked.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label="What is masked">
      <p className="line m" role="status">
        <ShieldCheck className="i14" aria-hidden="true" />
        <span>
          {formatCounted(entries, 'entry', 'entries')}
          {payloads ? `, ${formatBytes(payloadBytes)} of payloads` : ', no payloads'};{' '}
          <strong>{formatCounted(values, 'value')} masked</strong>
          {whole ? '' : ', still counting …'}
        </span>
      </p>
      {masked.length > 0 ? (
        <div className="masked mt-1" tabIndex={0} role="region" aria-label="Masked values">
          <DataTable
            label="Masked values by name"
            columns={columns}
            rows={masked}
            rowId={({ kind, name }) => `${kind} ${name}`}
          />
        </div>
      ) : null}
      {dropped > 0 ? (
        <p className="hint mt-1">
          {formatCounted(dropped, 'entry', 'entries')} had lost a payload to newer ones; the file says so where it is.
        </p>
      ) : null}
    </section>
  );
}
