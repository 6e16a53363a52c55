// A question of the user: its text and files, and the field in which it is edited and sent again.
import { Check, Copy, GitBranch, Pencil } from 'lucide-react';
import { Foreign } from '../../../parts/foreign.tsx';
import { formatClock, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { EditQuestion } from '../compose/edit-question.tsx';
import { QuestionFile } from './question-file.tsx';
import { CopyAct, TurnAct, TurnHead } from './turn-head.tsx';
import type { Question } from '../chat-words.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface QuestionTurnProps {
  readonly question: Question;
  readonly actions: ChatActions;
  readonly isBusy: boolean;
  readonly isEdited: boolean;
  readonly onEdit: (turnId: string | null) => void;
}

export function QuestionTurn({ question, actions, isBusy, isEdited, onEdit }: QuestionTurnProps) {
  const { id, at, text, files, version } = question;
  const not = isBusy ? t('An answer is being written') : null;
  const acts = (
    <>
      <TurnAct icon={Pencil} label={t('Edit and send again')} not={not} onClick={() => onEdit(id)} />
      <TurnAct icon={GitBranch} label={t('Branch from here')} not={not} onClick={() => void actions.branch(id)} />
      <CopyAct icon={Copy} done={Check} label={t('Copy')} text={text} what={t('question')} />
    </>
  );
  return (
    <article className="turn question-turn" data-turn={id} tabIndex={-1} aria-label={t('You')}>
      <TurnHead version={version} isBusy={isBusy} onChoose={actions.choose} acts={isEdited ? null : acts}>
        <b>{t('You')}</b>
        <time className="note" title={formatMoment(at)}>
          {formatClock(at)}
        </time>
      </TurnHead>
      {isEdited ? (
        <EditQuestion question={question} actions={actions} onClose={() => onEdit(null)} />
      ) : (
        <>
          <Foreign text={text} lines className="lines question-text" />
          {files.length === 0 ? null : (
            <ul className="question-files" aria-label={t('Files')}>
              {files.map(file => (
                <li key={file.id}>
                  <QuestionFile file={file} conversationId={actions.conversationId} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </article>
  );
}
