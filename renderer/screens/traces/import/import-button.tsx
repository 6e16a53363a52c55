// "Import": a file is chosen, looked through, and opened once the user has seen what is in it and what of it is masked.
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { cutEnd, visibleText } from '../../../../contract/visible-text.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Progress } from '../../../parts/progress.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { MaskedPreview } from '../export/masked-preview.tsx';
import { useExportPreview } from '../export/use-export-preview.ts';
import { type ImportedTrace, ShownTrace } from '../shown-trace.ts';
import { type ImportSteps, useImport } from './use-import.ts';

const longestName = 60;

export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const steps = useImport();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.ndjson,.har,.json"
        aria-label={t('File to import')}
        tabIndex={-1}
        hidden
        onChange={event => {
          const [file] = event.target.files ?? [];
          if (file) void steps.take(file);
          event.target.value = '';
        }}
      />
      <ActButton
        look="ghost"
        icon={Upload}
        title={t('Import a JSONL, HAR or OTLP file')}
        onClick={() => input.current?.click()}
      >
        <span className="visually-hidden-when-narrow">{t('Import')}</span>
      </ActButton>
      {steps.state.kind === 'none' ? null : <ImportSheet steps={steps} />}
    </>
  );
}

function ImportSheet({ steps: { state, open, leave } }: { steps: ImportSteps }) {
  const name = state.kind === 'none' ? '' : visibleText(cutEnd(state.name, longestName));
  return (
    <Sheet
      title={t('Import {name}', { name })}
      text={t(
        'It opens beside the live trace, to be looked at, charted, compared and exported. It changes nothing, and is gone with this panel.',
      )}
      open
      onClose={leave}
      footer={
        <>
          {state.kind === 'failed' ? null : (
            <ActButton look="primary" data-first disabled={state.kind !== 'read'} onClick={open}>
              {t('Open the trace')}
            </ActButton>
          )}
          <Button look="ghost" onClick={leave}>
            {state.kind === 'failed' ? t('Close') : t('Cancel')}
          </Button>
          {state.kind === 'reading' ? <Progress label={t('Reading')} share={state.percent / 100} /> : null}
        </>
      }
    >
      {state.kind === 'reading' ? (
        <p className="hint" role="status">
          {t('Reading, {percent} % …', { percent: state.percent })}
        </p>
      ) : null}
      {state.kind === 'read' ? <Found imported={state.imported} /> : null}
      <Said sentence={state.kind === 'failed' ? state.sentence : null} />
    </Sheet>
  );
}

const everything = { text: '' };

function Found({ imported }: { imported: ImportedTrace }) {
  const { refused, refusal } = imported;
  return (
    <>
      <ShownTrace value={imported}>
        <Masked />
      </ShownTrace>
      <p className="hint">
        {t(
          'Secrets that Pilothouse knows, and what is named like one, are masked as they are read. The file stays as it is.',
        )}
      </p>
      {refused === 0 ? null : (
        <p className="hint">
          {t('{count, plural, one {# line is} other {# lines are}} left out. The first of them: {refusal}', {
            count: refused,
            refusal: refusal ? reasonWords(refusal) : '',
          })}
        </p>
      )}
    </>
  );
}

function Masked() {
  const { preview, said } = useExportPreview(everything, true, '');
  return (
    <>
      <MaskedPreview preview={preview} payloads />
      <Said sentence={said} />
    </>
  );
}
