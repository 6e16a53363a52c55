// A part of the trace that is fetched when something else is wanted, and when the trace has changed: one question at a time.
import { use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePanel, usePanelParts } from '../../parts/panel-context.tsx';
import { type AskTrace, ShownTrace, useAskTrace } from './shown-trace.ts';

export interface Following<Want, Answer> {
  /** How often it is looked by itself whether to ask. */
  readonly everyMs: number;
  /** Whether the answer still tells what is wanted, where the trace has changed since or not. */
  readonly holds: (have: Answer, want: Want, isChanged: boolean) => boolean;
  readonly fetch: (ask: AskTrace, have: Answer, want: Want) => Promise<Answer>;
}

/** The answer, and what asks now where it does not tell what is wanted. `how` has to be the same object from call to call. */
export function useFollowed<Want, Answer>(
  want: Want,
  nothing: Answer,
  how: Following<Want, Answer>,
): readonly [Answer, () => void] {
  const { store } = usePanelParts();
  const ask = useAskTrace();
  const imported = use(ShownTrace);
  const open = usePanel(state => state.link.kind === 'open');
  const [answer, setAnswer] = useState(nothing);
  // An imported trace never changes.
  const now = useEffectEvent(() => ({ want, answer, trace: imported ?? store.getState().trace }));
  const askNow = useRef(() => {});
  useEffect(() => {
    if (!open) return;
    let busy = false;
    let ended = false;
    let seen: unknown = null;
    const look = async (heedsChange: boolean) => {
      const { want: wanted, answer: have, trace } = now();
      if (busy || (seen !== null && how.holds(have, wanted, heedsChange && trace !== seen))) return;
      busy = true;
      try {
        const found = await how.fetch(ask, have, wanted);
        seen = trace;
        if (!ended) setAnswer(found);
      } catch {
        // The line went away: what is shown stays, and is fetched again once it is back.
      }
      busy = false;
    };
    askNow.current = () => void look(false);
    void look(true);
    const timer = setInterval(() => void look(true), how.everyMs);
    return () => {
      ended = true;
      askNow.current = () => {};
      clearInterval(timer);
    };
  }, [open, ask, imported, store, how]);
  return [answer, useCallback(() => askNow.current(), [])];
}
