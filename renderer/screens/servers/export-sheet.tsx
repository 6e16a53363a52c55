// "Export": all servers in the form of another app's file, to copy or to save. Secrets are named in it, not written.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { saveText } from '../../parts/save-text.ts';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { t } from '../../words/language.ts';
import { formats, formatWords } from './app-words.ts';
import type { ExportFormat } from '../../../contract/imports.ts';
import type { ExportedServers } from '../../../contract/schemas/imports.ts';

export function ExportSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('mcp.json');
  const answer = useRequest(open ? format : null, link => link.request('servers:export', { format }));
  const exported = answer.kind === 'there' ? answer.value : null;
  return (
    <Sheet
      title={t('Export servers')}
      text={t(
        'Secrets are named in the file, never written into it; the app that reads it asks for them or takes its variables.',
      )}
      open={open}
      onClose={onClose}
      footer={
        <>
          {exported ? <CopyButton text={exported.text} what={t('file')} /> : null}
          <Button icon={Download} disabled={!exported} onClick={() => exported && save(exported)}>
            {t('Save')}
          </Button>
          <Button look="ghost" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <FormatChoice format={format} onChoose={setFormat} />
      <label>
        <span>{t('Text of {file}', { file: exported?.fileName ?? t('the file') })}</span>
        <textarea className="well" rows={10} readOnly spellCheck={false} value={exported?.text ?? ''} />
      </label>
      {exported && exported.skipped.length > 0 ? <LeftOut skipped={exported.skipped} /> : null}
      <Said sentence={answer.kind === 'failed' ? answer.sentence : null} />
    </Sheet>
  );
}

function FormatChoice({ format, onChoose }: { format: ExportFormat; onChoose: (format: ExportFormat) => void }) {
  return (
    <label>
      <span>{t('For')}</span>
      <select
        className="field"
        data-first
        value={format}
        onChange={event => onChoose(event.target.value as ExportFormat)}
      >
        {formats.map(choice => (
          <option key={choice} value={choice}>
            {formatWords[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}

function LeftOut({ skipped }: Pick<ExportedServers, 'skipped'>) {
  const { servers } = useSnapshot();
  return (
    <section aria-label={t('Left out')}>
      <span className="label-text">{t('Left out')}</span>
      <ul>
        {skipped.map(({ serverId, reason }) => (
          <li key={serverId}>
            <Foreign text={servers[serverId]?.name ?? serverId} className="strong" /> <ReasonText reason={reason} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function save({ text, fileName }: ExportedServers): void {
  // Browsers do not take a name that begins with a dot.
  saveText([text], fileName.replace(/^\./, ''), 'text/plain');
}
