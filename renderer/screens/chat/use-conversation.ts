// One conversation, opened while it is shown: the hub's view of it, kept in step with what the hub tells.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorSentence } from '../../link/panel-error.ts';
import { useAct, useLive, usePanelParts } from '../../parts/panel-context.tsx';
import { afterEvent, withEarlier } from './conversation-state.ts';
import type { ChatView } from '../../../contract/schemas/chat.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';

export type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly view: ChatView }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly sentence: string };

export interface OpenConversation {
  readonly shown: Shown;
  readonly loadEarlier: () => void;
}

export function useConversation(id: string | null): OpenConversation {
  const act = useAct();
  const [kept, setKept] = useState<{ readonly id: string; readonly shown: Shown } | null>(null);
  const { newest, show } = useNews(id, shown => setKept(id === null ? null : { id, shown }));
  useLeaving(id);
  const loadEarlier = () => {
    const first = newest()?.turns[0];
    if (!first || id === null) return;
    void act('chat:turns', { conversationId: id, before: first.id }).then(earlier => {
      const view = newest();
      if (earlier && view?.head.row.id === id) show({ kind: 'there', view: withEarlier(view, earlier) });
    });
  };
  return { shown: kept !== null && kept.id === id ? kept.shown : { kind: 'loading' }, loadEarlier };
}

/** Opens it, anew whenever the line comes back and where a piece of news was missed, and follows it from there. */
function useNews(id: string | null, onShown: (shown: Shown) => void) {
  const { link } = usePanelParts();
  const live = useLive();
  const [round, reload] = useState(0);
  /** The newest view, which each piece of news follows on; null while none has come. */
  const newest = useRef<ChatView | null>(null);
  const show = (shown: Shown) => {
    newest.current = shown.kind === 'there' ? shown.view : null;
    onShown(shown);
  };
  const take = useEffectEvent(show);
  const hear = useEffectEvent((news: PanelEvent) => {
    const view = newest.current;
    const told = view && afterEvent(view, news);
    if (told === null || told === view) return;
    if (typeof told !== 'string') return show({ kind: 'there', view: told });
    newest.current = null;
    if (told === 'gone') show({ kind: 'gone' });
    else reload(before => before + 1);
  });
  useEffect(() => {
    if (id === null || !live) return undefined;
    let isWanted = true;
    newest.current = null;
    const end = link.onEvent(news => hear(news));
    link.request('chat:open', { conversationId: id }).then(
      view => isWanted && take({ kind: 'there', view }),
      (error: unknown) => isWanted && take({ kind: 'failed', sentence: errorSentence(error) }),
    );
    return () => {
      isWanted = false;
      end();
    };
  }, [id, live, link, round]);
  return { newest: () => newest.current, show };
}

/** The hub tells of a conversation only as long as it is shown. */
function useLeaving(id: string | null): void {
  const { link } = usePanelParts();
  useEffect(() => {
    if (id === null) return undefined;
    return () => void link.request('chat:leave', { conversationId: id }).catch(() => {});
  }, [id, link]);
}
