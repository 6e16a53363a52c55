// "Export": which format, how much, and what of it is masked, before a file is written.
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { maxReportEntries, traceFormats } from '../../../../contract/trace-bounds.ts';
import { errorSentence } from '../../../link/panel-error.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Segmented, Switch } from '../../../parts/choices.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Progress } from '../../../parts/progress.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { traceFileName, traceFormatWords } from '../../../words/trace-tool-words.ts';
import { useAskTrace } from '../shown-trace.ts';
import { fetchExport } from './export-trace.ts';
import { FileStart } from './file-start.tsx';
import { MaskedPreview } from './masked-preview.tsx';
import { useExportPreview } from './use-export-preview.ts';
import type { TraceFilter } from '../../../../contract/schemas/trace.ts';
import type { TraceFormat } from '../../../../contract/trace-bounds.ts';

export function ExportTraceSheet({ filter, onClose }: { filter: TraceFilter; onClose: () => void }) {
  const isFiltered = Object.values(filter).some(value => value !== '' && value !== undefined);
  const [format, setFormat] = useState<TraceFormat>('jsonl');
  const [payloads, setPayloads] = useState(true);
  const [shown, setShown] = useState(isFiltered);
  const [fields, setFields] = useState('');
  const { choice, preview, said } = useExportPreview(shown ? filter : { text: '' }, payloads, fields);
  const saving = useSaving(format, onClose);
  const total = preview ? (format === 'html' ? Math.min(preview.entries, maxReportEntries) : preview.entries) : 0;
  return (
    <Sheet
      title={t('Export the trace')}
      text={t(
        'Look at what is masked before the file leaves this machine. Secrets that Pilothouse knows are masked always.',
      )}
      open
      onClose={onClose}
      footer={
        <>
          <SaveButton
            count={preview && total}
            disabled={!preview?.whole || preview.entries === 0 || saving.written !== null}
            onSave={() => preview && void saving.save(choice, preview.until)}
          />
          <Stop written={saving.written} total={total} onClose={onClose} />
        </>
      }
    >
      <FormatField format={format} onChoose={setFormat} />
      {isFiltered ? <SwitchRow label={t('Only what the filter shows')} on={shown} onSwitch={setShown} /> : null}
      <SwitchRow label={t('With requests and responses')} on={payloads} onSwitch={setPayloads} />
      <Line {...maskField} value={fields} onChange={setFields} disabled={!payloads} />
      <MaskedPreview preview={preview} payloads={payloads} />
      {preview?.whole ? <FileStart choice={choice} format={format} until={preview.until} /> : null}
      <Said sentence={said ?? saving.said} />
    </Sheet>
  );
}

const maskField = {
  label: t('Fields and headers to mask too, separated by commas'),
  placeholder: t('email, phone, x-customer-id'),
};

interface SaveProps {
  /** Null while they are counted. */
  readonly count: number | null;
  readonly disabled: boolean;
  readonly onSave: () => void;
}

function SaveButton({ count, disabled, onSave }: SaveProps) {
  return (
    <ActButton look="primary" icon={Download} disabled={disabled} onClick={onSave}>
      {count === null
        ? t('Save')
        : t('Save {count, plural, =0 {no entries} one {# entry} other {# entries}}', { count })}
    </ActButton>
  );
}

/** `written` is null while nothing is being saved. */
function Stop({ written, total, onClose }: { written: number | null; total: number; onClose: () => void }) {
  return (
    <>
      <Button look="ghost" onClick={onClose}>
        {written === null ? t('Close') : t('Stop')}
      </Button>
      {written === null ? null : (
        <Progress label={t('Saving')} share={total === 0 ? 0 : Math.min(1, written / total)} />
      )}
    </>
  );
}

function FormatField({ format, onChoose }: { format: TraceFormat; onChoose: (format: TraceFormat) => void }) {
  return (
    <div>
      <span className="label-text">{t('Format')}</span>
      <Segmented
        label={t('Format')}
        value={format}
        choices={traceFormats.map(value => ({ value, label: traceFormatWords[value].label }))}
        onChoose={onChoose}
      />
      <p className="hint mt-1">{traceFormatWords[format].sentence}</p>
    </div>
  );
}

function SwitchRow({ label, on, onSwitch }: { label: string; on: boolean; onSwitch: (on: boolean) => void }) {
  return (
    <div className="field-row">
      <Switch label={label} on={on} onSwitch={onSwitch} />
      <span>{label}</span>
    </div>
  );
}

type Choice = ReturnType<typeof useExportPreview>['choice'];

/** `written` is null while nothing is being saved. Closing the sheet stops it. */
function useSaving(format: TraceFormat, onSaved: () => void) {
  const { store } = usePanelParts();
  const ask = useAskTrace();
  const [written, setWritten] = useState<number | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  const save = async (choice: Choice, until: number) => {
    const { signal } = stop.current;
    setWritten(0);
    setSaid(null);
    try {
      const { type } = traceFormatWords[format];
      const blob = await fetchExport(ask, choice, { format, type, until, signal, onProgress: setWritten });
      if (!blob) return;
      const name = traceFileName(format, Date.now());
      saveFile(blob, name);
      addNotice(store, 'done', t('Saved {name}.', { name }));
      onSaved();
    } catch (error) {
      if (signal.aborted) return;
      setSaid(errorSentence(error));
      setWritten(null);
    }
  };
  return { written, said, save };
}
