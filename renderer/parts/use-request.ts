// What the hub answers to one question, asked again whenever its key changes or the line comes back.
import { useEffect, useEffectEvent, useState } from 'react';
import { errorSentence } from '../link/panel-error.ts';
import { useLive, usePanelParts } from './panel-context.tsx';
import type { Link } from '../link/link.ts';

export type RequestState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly value: T }
  | { readonly kind: 'failed'; readonly sentence: string };

/** The last answer stays while a newer one is on its way. `key` names everything that `ask` depends on; null asks nothing. */
export function useRequest<T>(key: string | null, ask: (link: Link) => Promise<T>): RequestState<T> {
  const { link } = usePanelParts();
  const live = useLive();
  const [answer, setAnswer] = useState<{ key: string; asked: RequestState<T> } | null>(null);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (key === null || !live) return;
    let wanted = true;
    const take = (asked: RequestState<T>) => {
      if (wanted) setAnswer({ key, asked });
    };
    askNow(link).then(
      value => take({ kind: 'there', value }),
      (error: unknown) => take({ kind: 'failed', sentence: errorSentence(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [key, live, link]);
  if (answer === null || (answer.key !== key && answer.asked.kind === 'failed')) return { kind: 'loading' };
  return answer.asked;
}
