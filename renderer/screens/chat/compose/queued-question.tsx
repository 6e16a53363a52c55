// The question that waits for the end of an answer: what it says, and the way to change or drop it.
import { Pencil } from 'lucide-react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Status } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import type { ChatQueued } from '../../../../contract/schemas/chat.ts';

interface QueuedQuestionProps {
  readonly queued: ChatQueued;
  readonly onTakeBack: () => void;
}

export function QueuedQuestion({ queued: { text, files }, onTakeBack }: QueuedQuestionProps) {
  return (
    <div className="queued" role="status">
      <Status tone="waiting">{t('sent when the answer ends')}</Status>
      <Foreign text={text} className="ellipsis fill" max={200} />
      {files.length === 0 ? null : (
        <span className="subtle">{t('{count, plural, one {# file} other {# files}}', { count: files.length })}</span>
      )}
      <ActButton size="small" look="ghost" icon={Pencil} onClick={onTakeBack}>
        {t('Take back')}
      </ActButton>
    </div>
  );
}
