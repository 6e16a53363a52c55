// Begins a conversation: one in which nothing was asked yet serves again, so that the list has no empty ones.
import { useEffect, useEffectEvent, useRef } from 'react';
import { goTo } from '../../frame/route.ts';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import type { Conversations } from './list/use-conversations.ts';

/** With `isFirst` the first one of all is begun by itself: whoever has a model can write at once. */
export function useBegin({ page }: Conversations, isFirst: boolean): () => void {
  const act = useAct();
  const live = useLive();
  const isBegun = useRef(false);
  const begin = async () => {
    const unused = page?.rows.find(({ questions, from }) => questions === 0 && from.kind === 'user');
    const id = unused?.id ?? (await act('chat:create', { change: {} }))?.conversationId;
    if (id === undefined) return;
    goTo('chat', id);
    document.querySelector<HTMLElement>('[data-compose]')?.focus();
  };
  const beginFirst = useEffectEvent(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void begin();
  });
  const isNeeded = isFirst && live && page?.total === 0;
  useEffect(() => {
    if (isNeeded) beginFirst();
  }, [isNeeded]);
  return () => void begin();
}
