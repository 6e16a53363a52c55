// The answers to a question as buttons, dead until what they answer has been looked at.
import { answerLetters } from '../../words/answer-words.ts';
import { t } from '../../words/language.ts';
import { ActButton, Button } from '../button.tsx';
import type { Effect } from './use-answering.ts';
import type { Armed } from './use-armed.ts';

export interface AnswerLabels {
  /** Null when nothing of it can be allowed here. */
  readonly allow: string | null;
  readonly deny: string;
  readonly leave: string;
}

interface AnswerButtonsProps {
  readonly armed: Armed;
  readonly labels: AnswerLabels;
  readonly sent: boolean;
  /** Whether the keys of the answers do something now. */
  readonly letters: boolean;
  /** Whether Escape leaves it waiting now. */
  readonly escapes?: boolean;
  readonly size?: 'large';
  readonly answer: (effect: Effect) => void;
  readonly onLeave: () => void;
}

export function AnswerButtons({ armed, sent, letters, escapes = true, labels, ...rest }: AnswerButtonsProps) {
  const { size, answer, onLeave } = rest;
  const press = (effect: Effect) => ({
    ...armed.press,
    size,
    // Not `disabled`, which would take the focus away.
    'aria-disabled': !armed.ready || sent,
    shortcut: letters ? answerLetters[effect] : undefined,
    onClick: (event: { readonly timeStamp: number }) => {
      if (armed.clicked(event)) answer(effect);
    },
  });
  const line = armed.ready ? null : <i key={armed.epoch} className="arming-line" />;
  return (
    <div className="card-actions">
      <ActButton look="danger" {...press('deny')}>
        {labels.deny}
        {line}
      </ActButton>
      {labels.allow === null ? null : (
        <ActButton look="primary" {...press('allow')}>
          {labels.allow}
          {line}
        </ActButton>
      )}
      <span className="fill" />
      <Button look="ghost" size={size} shortcut={escapes ? t('Esc') : undefined} onClick={onLeave}>
        {labels.leave}
      </Button>
    </div>
  );
}
