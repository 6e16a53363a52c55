// A file of a question: its name and size, why the model did not get it, and the file itself when it is pressed.
import { FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { Shape } from '../../../parts/shape.tsx';
import { Sheet } from '../../../parts/sheet.tsx';
import { formatBytes } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { ChatFile } from '../../../../contract/schemas/chat.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';

/** What is shown as text. */
const readable = /^text\/|[/+](json|xml|yaml|javascript)$/;
/** What a page may draw without running anything. */
const drawn = /^image\/(png|jpeg|webp|gif)$/;

export function QuestionFile({ file, conversationId }: { file: ChatFile; conversationId: string }) {
  const act = useAct();
  const [shown, setShown] = useState<PanelResult<'chat:file'> | null>(null);
  const Icon = drawn.test(file.mediaType) ? Image : FileText;
  const open = async () => setShown((await act('chat:file', { conversationId, fileId: file.id })) ?? null);
  return (
    <>
      <button type="button" className="file-chip" onClick={() => void open()}>
        <Icon className="icon-12" aria-hidden="true" />
        <Foreign text={file.name} className="ellipsis" max={60} middle />
        <span className="subtle">{formatBytes(file.bytes)}</span>
      </button>
      {file.leftOut ? (
        <span className="status attention left-out-note">
          <Shape tone="attention" />
          <ReasonText reason={file.leftOut} />
        </span>
      ) : null}
      {shown ? <FileSheet file={shown} bytes={file.bytes} onClose={() => setShown(null)} /> : null}
    </>
  );
}

interface FileSheetProps {
  readonly file: PanelResult<'chat:file'>;
  readonly bytes: number;
  readonly onClose: () => void;
}

function FileSheet({ file, bytes, onClose }: FileSheetProps) {
  const { name, mediaType, data } = file;
  const isPicture = drawn.test(mediaType);
  return (
    <Sheet
      title={visibleText(name)}
      text={`${visibleText(mediaType)}, ${formatBytes(bytes)}`}
      open
      onClose={onClose}
      wide={isPicture}
      footer={
        <>
          <Button look="primary" onClick={() => saveFile(blobOf(data), name)}>
            {t('Save')}
          </Button>
          <Button look="ghost" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      {isPicture ? (
        <img className="file-picture" src={`data:${mediaType};base64,${data}`} alt={visibleText(name)} />
      ) : !readable.test(mediaType) ? null : (
        <div className="well code file-text scrolls" tabIndex={0} role="region" aria-label={t('Text of the file')}>
          <Foreign text={textOf(data)} lines max={longestShown} />
        </div>
      )}
    </Sheet>
  );
}

const longestShown = 20_000;

function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), character => character.charCodeAt(0));
}

/** Never under its own type: what is kept is a file, and no page. */
function blobOf(data: string): Blob {
  return new Blob([bytesOf(data)], { type: 'application/octet-stream' });
}

function textOf(data: string): string {
  return new TextDecoder().decode(bytesOf(data));
}
