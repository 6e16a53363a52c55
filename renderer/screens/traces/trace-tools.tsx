// What can be done with a whole trace, the live one or an imported one: charts, export, import, recording.
import { ChartColumn, Circle, Download } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import { ExportTraceSheet } from './export/export-trace-sheet.tsx';
import { TraceChartsSheet } from './figures/trace-charts-sheet.tsx';
import { ImportButton } from './import/import-button.tsx';
import { RecordSheet } from './record-sheet.tsx';
import type { TraceFilter } from '../../../contract/schemas/trace.ts';

/** `filter` is what the table shows: charts and exports can be of that alone. */
export function TraceTools({ filter }: { filter: TraceFilter }) {
  const [open, setOpen] = useState<'charts' | 'export' | 'record' | null>(null);
  const isRecording = useSnapshot().hub.recording != null;
  const close = () => setOpen(null);
  return (
    <div className="tool-set" role="group" aria-label={t('Trace tools')}>
      <ActButton look="ghost" icon={ChartColumn} title={t('Charts per tool')} onClick={() => setOpen('charts')}>
        <span className="visually-hidden-when-narrow">{t('Charts')}</span>
      </ActButton>
      <ActButton look="ghost" icon={Download} title={t('Export to a file')} onClick={() => setOpen('export')}>
        <span className="visually-hidden-when-narrow">{t('Export')}</span>
      </ActButton>
      <ImportButton />
      <ActButton
        look={isRecording ? 'active' : 'ghost'}
        icon={Circle}
        title={t('Recording to disk')}
        onClick={() => setOpen('record')}
      >
        <span className="visually-hidden-when-narrow">{isRecording ? t('Recording') : t('Record')}</span>
      </ActButton>
      {open === 'charts' ? <TraceChartsSheet filter={filter} onClose={close} /> : null}
      {open === 'export' ? <ExportTraceSheet filter={filter} onClose={close} /> : null}
      {open === 'record' ? <RecordSheet onClose={close} /> : null}
    </div>
  );
}
