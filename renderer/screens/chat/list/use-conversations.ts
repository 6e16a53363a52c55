// The list of conversations that hold a text: its newest page follows the hub, older ones are asked for as the user scrolls.
import { useEffect, useEffectEvent, useState } from 'react';
import { errorSentence } from '../../../link/panel-error.ts';
import { useLive, usePanelParts } from '../../../parts/panel-context.tsx';
import { type RowsPage, withNewest, withOlder } from './conversation-rows.ts';

const pageSize = 100;

export interface Conversations {
  /** Null before the first answer. */
  readonly page: RowsPage | null;
  /** Why there is none. */
  readonly said: string | null;
  readonly loadOlder: () => void;
}

export function useConversations(text: string): Conversations {
  const { link } = usePanelParts();
  const live = useLive();
  const [asked, setAsked] = useState<{ text: string; page: RowsPage } | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const page = asked?.page ?? null;
  const refused = useEffectEvent((error: unknown) => setSaid(errorSentence(error)));
  useEffect(() => {
    if (!live) return undefined;
    let isWanted = true;
    const load = (changed: ReadonlySet<string>) =>
      link.request('chat:list', { text, count: pageSize }).then(
        next => {
          if (!isWanted) return;
          setAsked(before => ({ text, page: withNewest(before?.text === text ? before.page : null, next, changed) }));
          setSaid(null);
        },
        (error: unknown) => isWanted && refused(error),
      );
    void load(new Set());
    const end = link.onEvent(({ event, data }) => {
      if (event === 'chat:changed') void load(new Set(data.conversationIds));
    });
    return () => {
      isWanted = false;
      end();
    };
  }, [live, link, text]);
  const loadOlder = () => {
    const last = page?.rows.at(-1);
    if (!page?.hasMore || !last || isLoading || asked?.text !== text) return;
    setLoading(true);
    link
      .request('chat:list', { text, count: pageSize, before: { updatedAt: last.updatedAt, id: last.id } })
      .then(older => setAsked(now => (now?.text === text ? { text, page: withOlder(now.page, older) } : now)), refused)
      .finally(() => setLoading(false));
  };
  return { page, said, loadOlder };
}
