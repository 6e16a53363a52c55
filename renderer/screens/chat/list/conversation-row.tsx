// One conversation in the list: its title, when it changed, its model, who began it, and its state where that deviates.
import { memo } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { Status } from '../../../parts/shape.tsx';
import { formatDay, formatMinute, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { siteName } from '../../../words/prompt-words.ts';
import { titleOf } from '../chat-words.ts';
import { shortModel } from '../model-choices.ts';
import type { ChatRow } from '../../../../contract/schemas/chat.ts';

interface ConversationRowProps {
  readonly row: ChatRow;
  /** Of today or yesterday: then the time of day tells more than the date. */
  readonly isRecent: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

export const ConversationRow = memo(function ConversationRow({
  row,
  isRecent,
  isSelected,
  onSelect,
}: ConversationRowProps) {
  const { id, updatedAt, found } = row;
  return (
    <button
      type="button"
      className="conversation-row"
      aria-current={isSelected ? 'true' : undefined}
      data-conversation={id}
      onClick={() => onSelect(id)}
    >
      <span className="line">
        <Foreign text={titleOf(row)} className="title ellipsis fill" max={120} />
        <time title={formatMoment(updatedAt)}>{isRecent ? formatMinute(updatedAt) : formatDay(updatedAt)}</time>
      </span>
      <span className="line">
        <Foreign text={found ? found.excerpt : noteOf(row)} className="note ellipsis fill" max={120} />
        <State row={row} />
      </span>
    </button>
  );
});

/** `from a page, qwen2.5:14b`. */
function noteOf({ model, from, withoutTools, questions }: ChatRow): string {
  if (questions === 0) return t('nothing asked yet');
  const parts = [
    ...(from.kind === 'user' ? [] : [t('from {who}', { who: visibleText(whoOf(from)) })]),
    ...(model === null ? [] : [shortModel(model)]),
    ...(withoutTools ? [t('no tools')] : []),
  ];
  return parts.join(', ');
}

function whoOf(from: Exclude<ChatRow['from'], { kind: 'user' }>): string {
  return from.kind === 'client' ? from.name : siteName(from.id);
}

function State({ row: { state } }: { row: ChatRow }) {
  switch (state) {
    case 'waiting':
      return <Status tone="attention">{t('waits for you')}</Status>;
    case 'writing':
      return <Status tone="waiting">{t('writing')}</Status>;
    case 'failed':
      return <Status tone="crashed">{t('stopped by an error')}</Status>;
    case 'idle':
      return null;
  }
}
