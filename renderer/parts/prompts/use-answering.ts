// What is picked as the answer to a question, its keys, and the answer itself: sent once, and only while it is armed.
import { useEffect, useRef, useState } from 'react';
import { type Choice, offeredChoice } from '../../../contract/prompt-choice.ts';
import { type KeyTable, useKeys } from '../../frame/keys.ts';
import { say } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import { useLive, usePanelParts } from '../panel-context.tsx';
import { answerKeys } from './answer-keys.ts';
import { useKeptChoice } from './kept-choice.ts';
import type { Breadth, Lifetime } from '../../../contract/permissions.ts';
import type { Armed } from './use-armed.ts';

export type Effect = 'allow' | 'deny';

interface AnsweringOptions {
  readonly armed: Armed;
  readonly breadths: readonly Breadth[];
  readonly lifetimes: readonly Lifetime[];
  /** Names the card among all, to keep what is picked on it. */
  readonly card: string;
  readonly first: Choice;
  readonly mayAllow: boolean;
  /** What is answered, to be said aloud. */
  readonly spoken: string;
  /** Resolves with false when the hub refused it. */
  readonly send: (effect: Effect, choice: Choice) => Promise<boolean>;
  /** Which of the keys count, where not all do. */
  readonly only?: (keys: KeyTable) => KeyTable;
}

export function useAnswering({ armed, breadths, lifetimes, send, ...options }: AnsweringOptions) {
  const live = useLive();
  const [wanted, choose] = useKeptChoice(options.card, options.first);
  const [sent, setSent] = useState(false);
  const choice = offeredChoice(wanted, breadths, lifetimes);
  useSpoken(armed, options.spoken);
  const answer = (effect: Effect) => {
    if (sent || !live || (effect === 'allow' && !options.mayAllow)) return;
    setSent(true);
    void send(effect, choice).then(setSent);
  };
  const keys = answerKeys({ choice, breadths, lifetimes, mayAnswer: armed.pressed, choose, answer });
  useKeys(options.only?.(keys) ?? keys);
  return { choice, choose, sent, answer };
}

/** Says when answers count, and when they stop counting because the question changed. */
export function useSpoken({ ready }: Armed, spoken: string): void {
  const { store } = usePanelParts();
  const was = useRef(false);
  useEffect(() => {
    if (ready) say(store, t('{question}. Allow and Deny are ready', { question: spoken }));
    else if (was.current)
      say(store, t('The question changed: {question}. Allow and Deny rest for a moment', { question: spoken }));
    was.current = ready;
  }, [ready, spoken, store]);
}
