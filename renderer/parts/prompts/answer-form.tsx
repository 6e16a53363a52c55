// How much, how long, and the two answers: for one question, or for all of one agent.
import { lettersOn } from '../../frame/keys.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import { type BreadthOffer, HowLong, HowMuch } from './answer-picks.tsx';
import { useAnswering } from './use-answering.ts';
import type { ReactNode } from 'react';
import type { Lifetime } from '../../../contract/permissions.ts';
import type { Choice } from '../../../contract/prompt-choice.ts';
import type { AnswerLabels } from './answer-buttons.tsx';
import type { Effect } from './use-answering.ts';
import type { Armed } from './use-armed.ts';

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
  readonly labels: AnswerLabels;
  /** What is answered, to be said aloud. */
  readonly spoken: string;
  /** Resolves with false when the hub refused it. */
  readonly send: (effect: Effect, choice: Choice) => Promise<boolean>;
  readonly onLeave: () => void;
}

export function AnswerForm({ breadths, kept, labels, onLeave, ...question }: AnswerFormProps) {
  const { armed, lifetimes, inTab } = question;
  const letters = lettersOn();
  const offered = breadths.map(({ breadth }) => breadth);
  const answering = useAnswering({ ...question, breadths: offered, mayAllow: labels.allow !== null });
  const { choice, choose, sent, answer } = answering;
  return (
    <>
      <div className="answer-choices">
        <HowMuch breadths={breadths} chosen={choice} onChoose={choose} />
        <HowLong lifetimes={lifetimes} inTab={inTab} letters={letters} chosen={choice} onChoose={choose} />
      </div>
      <p className="card-note">{kept(choice)}</p>
      <AnswerButtons {...{ armed, sent, letters, labels, answer, onLeave }} size="large" />
    </>
  );
}
