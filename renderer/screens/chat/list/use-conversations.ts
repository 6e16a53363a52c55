// The list of conversations that hold a text: its newest page follows the hub, older ones are asked for as the user scrolls.
import { useEffect, useState } from 'react';
import { errorSentence } from '../../../link/panel-error.ts';
import { oneAtATime } from '../../../parts/one-at-a-time.ts';
import { useLive, usePanelParts } from '../../../parts/panel-context.tsx';
import { type RowsPage, withNewest, withOlder } from './conversation-rows.ts';
import type { Link } from '../../../link/link.ts';

const pageSize = 100;
/** After a key, before a text is searched: who types on means another one. */
const typingMs = 250;

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
  const [said, setSaid] = useState<{ text: string; words: string } | null>(null);
  const [isLoading, setLoading] = useState(false);
  const page = asked?.page ?? null;
  useEffect(() => {
    if (!live) return undefined;
    return followNewest(link, text, {
      came: (next, changed) => {
        setAsked(before => ({ text, page: withNewest(before?.text === text ? before.page : null, next, changed) }));
        setSaid(null);
      },
      refused: error => setSaid({ text, words: errorSentence(error) }),
    });
  }, [live, link, text]);
  const loadOlder = () => {
    const last = page?.rows.at(-1);
    if (!page?.hasMore || !last || isLoading || asked?.text !== text) return;
    setLoading(true);
    link
      .request('chat:list', { text, count: pageSize, before: { updatedAt: last.updatedAt, id: last.id } })
      .then(older => setAsked(now => (now?.text === text ? { text, page: withOlder(now.page, older) } : now)))
      .catch((error: unknown) => setSaid({ text, words: errorSentence(error) }))
      .finally(() => setLoading(false));
  };
  return { page, said: said?.text === text ? said.words : null, loadOlder };
}

interface Follower {
  /** `changed` are the conversations that have changed since the page before. */
  readonly came: (page: RowsPage, changed: ReadonlySet<string>) => void;
  readonly refused: (error: unknown) => void;
}

/** Asks for the newest page, and again when conversations have changed. Ends by what this returns. */
function followNewest(link: Link, text: string, { came, refused }: Follower): () => void {
  let isWanted = true;
  let hasBegun = false;
  let changed = new Set<string>();
  const look = oneAtATime(async () => {
    if (!isWanted) return;
    const since = changed;
    changed = new Set();
    try {
      const next = await link.request('chat:list', { text, count: pageSize });
      if (isWanted) came(next, since);
    } catch (error) {
      if (isWanted) refused(error);
    }
  });
  const begin = () => {
    hasBegun = true;
    void look();
  };
  const typing = setTimeout(begin, text === '' ? 0 : typingMs);
  const end = link.onEvent(({ event, data }) => {
    if (event !== 'chat:changed') return;
    for (const id of data.conversationIds) changed.add(id);
    if (hasBegun) void look();
  });
  return () => {
    isWanted = false;
    clearTimeout(typing);
    end();
  };
}
