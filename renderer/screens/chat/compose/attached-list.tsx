// The files that will go along, and which of them the model cannot read.
import { FileText, Image, X } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { formatBytes } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { type Attached, isPicture } from './attached.ts';
import type { ChatModel } from '../../../../contract/schemas/chat.ts';
import type { AttachedFiles } from './use-attached.ts';

interface AttachedListProps {
  readonly attached: AttachedFiles;
  readonly model: ChatModel | null;
}

export function AttachedList({ attached: { files, troubles, remove }, model }: AttachedListProps) {
  if (files.length === 0 && troubles.length === 0) return null;
  const unread = model && !model.readsPictures && files.some(isPicture) ? model.model : null;
  return (
    <div className="attached">
      <ul aria-label={t('Files that go along')}>
        {files.map(file => (
          <li key={file.key}>
            <Chip file={file} onRemove={() => remove(file.key)} />
          </li>
        ))}
      </ul>
      {unread === null ? null : (
        <p className="status attention left-out-note">
          <Shape tone="attention" />
          <span>{t('left out: {model} cannot read pictures', { model: visibleText(unread) })}</span>
        </p>
      )}
      {troubles.map(trouble => (
        <Said key={trouble} sentence={trouble} />
      ))}
    </div>
  );
}

function Chip({ file, onRemove }: { file: Attached; onRemove: () => void }) {
  const Icon = isPicture(file) ? Image : FileText;
  return (
    <span className="file-chip">
      <Icon className="icon-12" aria-hidden="true" />
      <Foreign text={file.name} className="ellipsis" max={60} middle />
      <span className="subtle">{formatBytes(file.bytes)}</span>
      <Button
        look="ghost"
        size="small"
        icon={X}
        aria-label={t('Remove {name}', { name: visibleText(file.name) })}
        onClick={onRemove}
      />
    </span>
  );
}
