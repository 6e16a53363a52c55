// The audit as a file, JSON lines or CSV, with the filter that is set.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorSentence } from '../../../link/panel-error.ts';
import { ActButton } from '../../../parts/button.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { saveText } from '../../../parts/save-text.ts';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import type { AuditFilter, AuditFormat } from '../../../../contract/schemas/audit.ts';
import type { Link } from '../../../link/link.ts';

const forms = [
  ['jsonl', 'JSONL', 'pilothouse-audit.jsonl', 'application/x-ndjson'],
  ['csv', 'CSV', 'pilothouse-audit.csv', 'text/csv'],
] as const;

export function AuditExport({ filter, count }: { filter: AuditFilter; count: number }) {
  const { link, store } = usePanelParts();
  const [busy, setBusy] = useState(false);
  const save = async (format: AuditFormat, file: string, type: string) => {
    setBusy(true);
    try {
      const pieces = await exported(link, filter, format);
      saveText(pieces, file, type);
      addNotice(store, 'done', savedWords(count, file));
    } catch (error) {
      addNotice(store, 'error', errorSentence(error));
    }
    setBusy(false);
  };
  return (
    <span className="line" role="group" aria-label={t('Export')}>
      <Download className="icon-14 text-ink-3" aria-hidden="true" />
      {forms.map(([format, word, file, type]) => (
        <ActButton
          key={format}
          size="small"
          disabled={busy || count === 0}
          aria-label={t('Export as {format}', { format: word })}
          title={
            count === 0
              ? t('There is nothing to export')
              : t('Saves what the filters show as {format}', { format: word })
          }
          onClick={() => void save(format, file, type)}
        >
          {word}
        </ActButton>
      ))}
    </span>
  );
}

function savedWords(count: number, file: string): string {
  return t(
    '{count, plural, =0 {Saved no decisions as {file}.} one {Saved # decision as {file}.} other {Saved # decisions as {file}.}}',
    { count, file },
  );
}

/** All pieces, as the hub hands them out one after the other. */
async function exported(link: Link, filter: AuditFilter, format: AuditFormat): Promise<string[]> {
  const pieces: string[] = [];
  for (let before: number | undefined | null; before !== null; ) {
    const piece = await link.request('audit:export', { filter, format, ...(before !== undefined && { before }) });
    pieces.push(piece.text);
    before = piece.before;
  }
  return pieces;
}
