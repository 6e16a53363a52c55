// The head of a conversation: its title, how much it has used where the pane beside it is closed, export, rename, delete.
import { ArrowLeft, Download, Ellipsis, PanelRightOpen } from 'lucide-react';
import { useState } from 'react';
import { maxTitleChars } from '../../../contract/chat.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmSheet } from '../../parts/confirm.tsx';
import { Drop } from '../../parts/drop.tsx';
import { Foreign } from '../../parts/foreign.tsx';
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
      <ExportMenu actions={actions} />
      <More view={view} actions={actions} />
    </div>
  );
}

function ExportMenu({ actions }: Pick<ConversationHeadProps, 'actions'>) {
  return (
    <Drop label={t('Export')} icon={Download} size="small">
      <button type="button" className="menu-item" data-closes onClick={() => void actions.save('markdown')}>
        {t('As Markdown')}
      </button>
      <button type="button" className="menu-item" data-closes onClick={() => void actions.save('json')}>
        {t('As JSON, with calls and results')}
      </button>
    </Drop>
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

type Asked = 'rename' | 'clear' | 'remove';

function More({ view, actions }: Pick<ConversationHeadProps, 'view' | 'actions'>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const last = view.turns.at(-1);
  const item = (does: () => void, text: string, look = '') => (
    <button type="button" className={`menu-item ${look}`} data-closes onClick={does}>
      {text}
    </button>
  );
  return (
    <>
      <Drop label={t('Rename, branch, delete')} icon={Ellipsis} size="small">
        {item(() => setAsked('rename'), t('Rename'))}
        {last ? item(() => void actions.branch(last.id), t('Branch from its end')) : null}
        {last ? item(() => setAsked('clear'), t('Delete all turns'), 'text-crashed') : null}
        {item(() => setAsked('remove'), t('Delete'), 'text-crashed')}
      </Drop>
      <MoreSheets {...{ view, actions, asked }} onClose={() => setAsked(null)} />
    </>
  );
}

interface MoreSheetsProps extends Pick<ConversationHeadProps, 'view' | 'actions'> {
  readonly asked: Asked | null;
  readonly onClose: () => void;
}

function MoreSheets({ view, actions, asked, onClose }: MoreSheetsProps) {
  const title = titleOf(view.head.row);
  const name = visibleText(title);
  const closing = (act: () => void) => () => {
    onClose();
    act();
  };
  if (asked === 'rename')
    return (
      <RenameSheet
        {...{ name: title, longest: maxTitleChars, onClose }}
        text={t('The list and the export call it so from now on.')}
        rename={actions.rename}
      />
    );
  return (
    <>
      <ConfirmSheet
        label={t('Delete all turns')}
        title={t('Delete all turns of {name}', { name })}
        text={t('Questions, answers, results and files of it are gone for good; its model, servers and prompt stay.')}
        open={asked === 'clear'}
        onClose={onClose}
        onConfirm={closing(actions.clear)}
      />
      <ConfirmSheet
        label={t('Delete')}
        title={t('Delete {name}', { name })}
        text={t(
          'Questions, answers, results and files of it are gone for good. What the trace has of its calls stays.',
        )}
        open={asked === 'remove'}
        onClose={onClose}
        onConfirm={closing(() => void actions.remove())}
      />
    </>
  );
}
