// What the hub answers to one question, asked again whenever its key changes or the line comes back.
import { useEffect, useEffectEvent, useState } from 'react';
import { errorSentence } from '../link/panel-error.ts';
import { useLive, usePanelParts } from './panel-context.tsx';
import type { Link } from '../link/link.ts';

export type RequestState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly value: T }
  | { readonly kind: 'failed'; readonly sentence: string };

interface Answer<T> {
  readonly key: string;
  readonly asked: RequestState<T>;
}

/** The last answer stays while a newer one is on its way. `key` names everything that `ask` depends on; null asks nothing. */
export function useRequest<T>(key: string | null, ask: (link: Link) => Promise<T>): RequestState<T> {
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  useEachAnswer(key, ask, setAnswer);
  if (answer === null || (answer.key !== key && answer.asked.kind === 'failed')) return { kind: 'loading' };
  return answer.asked;
}

/**
 * What a form shows of the hub and sets itself by the answer to a change: null before the first answer. What cannot be
 * asked leaves it as it was; `said` is why.
 */
export function useAnswer<T>(key: string, ask: (link: Link) => Promise<T>) {
  const [answer, setAnswer] = useState<T | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  useEachAnswer(key, ask, ({ asked }) => {
    if (asked.kind === 'there') setAnswer(() => asked.value);
    setSaid(asked.kind === 'failed' ? asked.sentence : null);
  });
  return [answer, setAnswer, said] as const;
}

/** An answer that comes after the next was asked for is not taken. */
function useEachAnswer<T>(
  key: string | null,
  ask: (link: Link) => Promise<T>,
  take: (answer: Answer<T>) => void,
): void {
  const { link } = usePanelParts();
  const live = useLive();
  const askNow = useEffectEvent(ask);
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    if (key === null || !live) return;
    let wanted = true;
    askNow(link).then(
      value => wanted && takeNow({ key, asked: { kind: 'there', value } }),
      (error: unknown) => wanted && takeNow({ key, asked: { kind: 'failed', sentence: errorSentence(error) } }),
    );
    return () => {
      wanted = false;
    };
  }, [key, live, link]);
}
