// What can be done with the whole trace: charts, export, import, recording. Of an imported one charts and export are left out.
import { ChartColumn, Circle, Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';

import type { TraceFilter } from '../../../electron/contract/trace.ts';
import { goTo } from '../../frame/route.ts';
import { errorSentence } from '../../link/panel-error.ts';
import { ActButton } from '../../parts/button.tsx';
import { usePanelParts, useSnapshot } from '../../parts/panel-context.tsx';
import { importFile } from '../../store/import-file.ts';
import { importedTrace, openImported } from '../../store/imported-trace.ts';
import { addNotice } from '../../store/panel-store.ts';
import { ExportTraceSheet } from './export-trace-sheet.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { TraceChartsSheet } from './trace-charts-sheet.tsx';

/** `filter` is what the table shows: charts and exports can be of that alone. */
export function TraceTools({ filter }: { filter: TraceFilter }) {
  const [open, setOpen] = useState<'charts' | 'export' | 'record' | null>(null);
  const isImported = useStore(importedTrace, state => state.open !== null);
  const isRecording = useSnapshot().hub.recording != null;
  const close = () => setOpen(null);
  return (
    <div className="tool-set" role="group" aria-label="Trace tools">
      {isImported ? null : (
        <>
          <ActButton look="ghost" icon={ChartColumn} title="Charts per tool" onClick={() => setOpen('charts')}>
            <span className="shy">Charts</span>
          </ActButton>
          <ActButton look="ghost" icon={Download} title="Export to a file" onClick={() => setOpen('export')}>
            <span className="shy">Export</span>
          </ActButton>
        </>
      )}
      <ImportButton />
      <ActButton
        look={isRecording ? 'on' : 'ghost'}
        icon={Circle}
        title="Recording to disk"
        onClick={() => setOpen('record')}
      >
        <span className="shy">{isRecording ? 'Recording' : 'Record'}</span>
      </ActButton>
      {open === 'charts' ? <TraceChartsSheet filter={filter} onClose={close} /> : null}
      {open === 'export' ? <ExportTraceSheet filter={filter} onClose={close} /> : null}
      {open === 'record' ? <RecordSheet onClose={close} /> : null}
    </div>
  );
}

function ImportButton() {
  const { link, store } = usePanelParts();
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const take = async (file: File) => {
    setPercent(0);
    try {
      const imported = await importFile(link, file, ({ read, size }) => setPercent(Math.floor((read * 100) / size)));
      goTo('traces');
      openImported(imported);
    } catch (error) {
      addNotice(store, 'error', errorSentence(error));
    } finally {
      setPercent(null);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.ndjson"
        aria-label="File to import"
        tabIndex={-1}
        hidden
        onChange={event => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      <ActButton
        look="ghost"
        icon={Upload}
        disabled={percent !== null}
        title="Import a JSONL file"
        onClick={() => input.current?.click()}
      >
        <span className="shy">{percent === null ? 'Import' : `Importing ${percent} %`}</span>
      </ActButton>
    </>
  );
}
