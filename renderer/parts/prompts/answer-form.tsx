// How much, how long, and the two answers: for one question, or for all of one agent.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lettersOn, useKeys } from '../../frame/keys.ts';
import { say } from '../../store/panel-store.ts';
import { answerLetters, type Choice, offeredChoice } from '../../words/answer-words.ts';
import { t } from '../../words/language.ts';
import { ActButton, Button } from '../button.tsx';
import { useLive, usePanelParts } from '../panel-context.tsx';
import { answerKeys } from './answer-keys.ts';
import { type BreadthOffer, HowLong, HowMuch } from './answer-picks.tsx';
import { useKeptChoice } from './kept-choice.ts';
import type { Lifetime } from '../../../contract/permissions.ts';
import type { Armed } from './use-armed.ts';

export type Effect = 'allow' | 'deny';

interface AnswerFormProps {
  readonly armed: Armed;
  readonly breadths: readonly BreadthOffer[];
  readonly lifetimes: readonly Lifetime[];
  readonly inTab: boolean;
  /** Names the card among all, to keep what is picked on it. */
  readonly card: string;
  readonly first: Choice;
  /** The sentence of what will be kept. */
  readonly kept: (choice: Choice) => ReactNode;
  readonly labels: Labels;
  /** What is answered, to be said aloud. */
  readonly spoken: string;
  /** Resolves with false when the hub refused it. */
  readonly send: (effect: Effect, choice: Choice) => Promise<boolean>;
  readonly onLeave: () => void;
}

interface Labels {
  /** Null when nothing of it can be allowed here. */
  readonly allow: string | null;
  readonly deny: string;
  readonly leave: string;
}

export function AnswerForm(props: AnswerFormProps) {
  const { armed, breadths, lifetimes, labels, send } = props;
  const live = useLive();
  const letters = lettersOn();
  const [wanted, choose] = useKeptChoice(props.card, props.first);
  const [sent, setSent] = useState(false);
  const offered = breadths.map(({ breadth }) => breadth);
  const choice = offeredChoice(wanted, offered, lifetimes);
  useSpoken(armed, props.spoken);
  const answer = (effect: Effect) => {
    if (sent || !live || (effect === 'allow' && labels.allow === null)) return;
    setSent(true);
    void send(effect, choice).then(setSent);
  };
  useKeys(answerKeys({ choice, breadths: offered, lifetimes, mayAnswer: armed.pressed, choose, answer }));
  return (
    <>
      <div className="answer-choices">
        <HowMuch breadths={breadths} chosen={choice} onChoose={choose} />
        <HowLong lifetimes={lifetimes} inTab={props.inTab} letters={letters} chosen={choice} onChoose={choose} />
      </div>
      <p className="card-note">{props.kept(choice)}</p>
      <AnswerButtons {...{ armed, sent, letters, labels, answer }} onLeave={props.onLeave} />
    </>
  );
}

interface AnswerButtonsProps extends Pick<AnswerFormProps, 'armed' | 'labels' | 'onLeave'> {
  readonly sent: boolean;
  readonly letters: boolean;
  readonly answer: (effect: Effect) => void;
}

function AnswerButtons({ armed, sent, letters, labels, answer, onLeave }: AnswerButtonsProps) {
  const press = (effect: Effect) => ({
    ...armed.press,
    size: 'large' as const,
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
      <Button look="ghost" size="large" shortcut={t('Esc')} onClick={onLeave}>
        {labels.leave}
      </Button>
    </div>
  );
}

/** Says when answers count, and when they stop counting because the question changed. */
function useSpoken({ ready }: Armed, spoken: string): void {
  const { store } = usePanelParts();
  const was = useRef(false);
  useEffect(() => {
    if (ready) say(store, t('{question}. Allow and Deny are ready', { question: spoken }));
    else if (was.current)
      say(store, t('The question changed: {question}. Allow and Deny rest for a moment', { question: spoken }));
    was.current = ready;
  }, [ready, spoken, store]);
}
