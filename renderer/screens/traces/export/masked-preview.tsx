// What of an export is masked: fields, headers and texts with how often, and what the trace has not kept.
import { ShieldCheck } from 'lucide-react';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { formatBytes, formatCount } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { maskedWords } from '../../../words/trace-tool-words.ts';
import type { Masked } from '../../../../contract/schemas/trace-tools.ts';
import type { Preview } from './export-trace.ts';

const columns: readonly Column<Masked>[] = [
  { head: t('Name'), cell: ({ name }) => <Foreign text={name} className="mono ellipsis" /> },
  { head: t('Where'), width: 110, cell: ({ kind }) => <span className="muted">{maskedWords[kind]}</span> },
  { head: t('Values'), width: 90, num: true, cell: ({ count }) => formatCount(count) },
];

export function MaskedPreview({ preview, payloads }: { preview: Preview | null; payloads: boolean }) {
  if (!preview) return <p className="hint">{t('Counting what is masked …')}</p>;
  const { masked, entries, payloadBytes, dropped, whole } = preview;
  const values = masked.reduce((sum, { count }) => sum + count, 0);
  const counts = { count: entries, size: formatBytes(payloadBytes) };
  return (
    <section aria-label={t('What is masked')}>
      <p className="line muted" role="status">
        <ShieldCheck className="icon-14" aria-hidden="true" />
        <span>
          {payloads
            ? t('{count, plural, =0 {no entries} one {# entry} other {# entries}}, {size} of payloads;', counts)
            : t('{count, plural, =0 {no entries} one {# entry} other {# entries}}, no payloads;', counts)}{' '}
          <strong>
            {t('{count, plural, =0 {no values} one {# value} other {# values}} masked', { count: values })}
          </strong>
          {whole ? '' : t(', still counting …')}
        </span>
      </p>
      {masked.length > 0 ? (
        <div className="masked mt-1" tabIndex={0} role="region" aria-label={t('Masked values')}>
          <DataTable
            label={t('Masked values by name')}
            columns={columns}
            rows={masked}
            rowId={({ kind, name }) => `${kind} ${name}`}
          />
        </div>
      ) : null}
      {dropped > 0 ? (
        <p className="hint mt-1">
          {t(
            '{count, plural, one {# entry} other {# entries}} had lost a payload to newer ones; the file says so where it is.',
            { count: dropped },
          )}
        </p>
      ) : null}
    </section>
  );
}
