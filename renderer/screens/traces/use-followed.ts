// A part of the trace that is fetched when something else is wanted, and when the trace has changed: one question at a time.
import { useEffect, useRef, useState } from 'react';

import type { Link } from '../../link/link.ts';
import { usePanel, usePanelParts } from '../../parts/panel-context.tsx';

export interface Following<Want, Answer> {
  /** No more often than this is looked whether to ask. */
  readonly everyMs: number;
  /** Whether the answer still tells what is wanted, where the trace has changed since or not. */
  readonly holds: (have: Answer, want: Want, isChanged: boolean) => boolean;
  readonly fetch: (link: Link, have: Answer, want: Want) => Promise<Answer>;
}

/** `how` has to be the same object from call to call. */
export function useFollowed<Want, Answer>(want: Want, nothing: Answer, how: Following<Want, Answer>): Answer {
  const { link, store } = usePanelParts();
  const open = usePanel(state => state.link.kind === 'open');
  const [answer, setAnswer] = useState(nothing);
  const now = useRef({ want, answer });
  useEffect(() => {
    now.current = { want, answer };
  });
  useEffect(() => {
    if (!open) return;
    let busy = false;
    let ended = false;
    let seen: unknown = null;
    const look = async () => {
      const { want: wanted, answer: have } = now.current;
      const { trace } = store.getState();
      if (busy || (seen !== null && how.holds(have, wanted, trace !== seen))) return;
      busy = true;
      try {
        const found = await how.fetch(link, have, wanted);
        seen = trace;
        if (!ended) setAnswer(found);
      } catch {
        // The line went away: what is shown stays, and is fetched again once it is back.
      } finally {
        busy = false;
      }
    };
    void look();
    const timer = setInterval(() => void look(), how.everyMs);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }, [open, link, store, how]);
  return answer;
}
