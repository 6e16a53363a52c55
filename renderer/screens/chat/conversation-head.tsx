// The head of a conversation: its title, how much it has used where the pane beside it is closed, export, rename, delete.
import { ArrowLeft, Download, Ellipsis, PanelRightOpen } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmSheet } from '../../parts/confirm.tsx';
import { Drop } from '../../parts/drop.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { RenameSheet } from '../../parts/rename-button.tsx';
import { formatCount, formatMoment, formatRecent } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { lastAnswer, titleOf, tokensOf } from './chat-words.ts';
import type { ChatView } from '../../../contract/schemas/chat.ts';
import type { ChatActions } from './use-chat-actions.ts';

interface ConversationHeadProps {
  readonly view: ChatView;
  readonly actions: ChatActions;
  readonly isAboutOpen: boolean;
  readonly onAbout: () => void;
  readonly onBack: () => void;
}

export function ConversationHead({ view, actions, isAboutOpen, onAbout, onBack }: ConversationHeadProps) {
  const { row } = view.head;
  const about = t('This conversation: model, servers, budget');
  return (
    <div className="conversation-head">
      <span className="back">
        <Button
          look="ghost"
          size="small"
          icon={ArrowLeft}
          aria-label={t('All conversations')}
          title={t('All conversations')}
          onClick={onBack}
        />
      </span>
      <h2 className="ellipsis">
        <Foreign text={titleOf(row)} max={120} />
      </h2>
      <span className="note only-when-wide" title={formatMoment(row.createdAt)}>
        {t('{questions, plural, =0 {no question yet} one {# question} other {# questions}}, since {time}', {
          questions: row.questions,
          time: formatRecent(row.createdAt),
        })}
      </span>
      <span className="fill" />
      <span className={`spent-note note ${isAboutOpen ? 'beside' : ''}`}>{spentNote(view)}</span>
      {isAboutOpen ? null : (
        <Button look="ghost" size="small" icon={PanelRightOpen} aria-label={about} title={about} onClick={onAbout} />
      )}
      <Drop label={t('Export')} icon={Download} size="small">
        <button type="button" className="menu-item" data-closes onClick={() => void actions.save('markdown')}>
          {t('As Markdown')}
        </button>
        <button type="button" className="menu-item" data-closes onClick={() => void actions.save('json')}>
          {t('As JSON, with calls and results')}
        </button>
      </Drop>
      <More view={view} actions={actions} />
    </div>
  );
}

/** `3 of 10 calls, 6,420 tokens`. */
function spentNote({ turns }: ChatView): string {
  const spent = lastAnswer(turns)?.spent;
  if (!spent) return '';
  const { calls, maxCalls: max } = spent;
  const used = t('{calls, number} of {max, number} calls', { calls, max });
  const tokens = tokensOf(spent);
  return tokens === null ? used : `${used}, ${t('{tokens} tokens', { tokens: formatCount(tokens) })}`;
}

function More({ view, actions }: Pick<ConversationHeadProps, 'view' | 'actions'>) {
  const { link } = usePanelParts();
  const [asks, setAsks] = useState<'rename' | 'clear' | 'remove' | null>(null);
  const { id } = view.head.row;
  const title = titleOf(view.head.row);
  const name = visibleText(title);
  const last = view.turns.at(-1);
  const item = (does: () => void, text: string, look = '') => (
    <button type="button" className={`menu-item ${look}`} data-closes onClick={does}>
      {text}
    </button>
  );
  const close = () => setAsks(null);
  return (
    <>
      <Drop label={t('Rename, branch, delete')} icon={Ellipsis} size="small">
        {item(() => setAsks('rename'), t('Rename'))}
        {last ? item(() => void actions.branch(last.id), t('Branch from its end')) : null}
        {last ? item(() => setAsks('clear'), t('Delete all turns'), 'text-crashed') : null}
        {item(() => setAsks('remove'), t('Delete'), 'text-crashed')}
      </Drop>
      {asks === 'rename' ? (
        <RenameSheet
          name={title}
          text={t('The list and the export call it so from now on.')}
          longest={120}
          rename={next => link.request('chat:set', { conversationId: id, change: { title: next } })}
          onClose={close}
        />
      ) : null}
      <ConfirmSheet
        label={t('Delete all turns')}
        title={t('Delete all turns of {name}', { name })}
        text={t('Questions, answers, results and files of it are gone for good; its model, servers and prompt stay.')}
        open={asks === 'clear'}
        onClose={close}
        onConfirm={() => {
          close();
          actions.clear();
        }}
      />
      <ConfirmSheet
        label={t('Delete')}
        title={t('Delete {name}', { name })}
        text={t(
          'Questions, answers, results and files of it are gone for good. What the trace has of its calls stays.',
        )}
        open={asks === 'remove'}
        onClose={close}
        onConfirm={() => {
          close();
          void actions.remove();
        }}
      />
    </>
  );
}
