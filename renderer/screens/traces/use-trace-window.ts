// The part of the trace that is in sight: at most 200 rows, fetched when it moves and when the trace changes.
import { useEffect, useRef, useState } from 'react';

import type { TraceWindow } from '../../../electron/contract/trace.ts';
import { usePanel, usePanelParts } from '../../parts/panel-context.tsx';

/** The contract's `maxWindow`. */
const WINDOW = 200;
const STEP_MS = 120;

export interface Wanted {
  readonly text: string;
  /** True asks for the newest entries instead of those around `first`. */
  readonly follow: boolean;
  /** Index of the first and last row in sight. */
  readonly first: number;
  readonly last: number;
}

const nothing: TraceWindow = { total: 0, matched: 0, from: 0, entries: [] };

export function useTraceWindow(wanted: Wanted): { window: TraceWindow; loaded: boolean } {
  const { link, store } = usePanelParts();
  const open = usePanel(state => state.link.kind === 'open');
  const [answer, setAnswer] = useState<{ window: TraceWindow; text: string } | null>(null);
  const now = useRef({ wanted, answer });
  useEffect(() => {
    now.current = { wanted, answer };
  });
  useEffect(() => {
    if (!open) return;
    let busy = false;
    let ended = false;
    let seen: unknown = null;
    const look = async () => {
      const { wanted: want, answer: have } = now.current;
      const { trace } = store.getState();
      if (busy || (trace === seen && have?.text === want.text && isCovered(have.window, want))) return;
      busy = true;
      seen = trace;
      const middle = Math.floor((want.first + want.last) / 2);
      const from = want.follow || have?.text !== want.text ? -1 : Math.max(0, middle - WINDOW / 2);
      try {
        const window = await link.request('trace:window', { filter: { text: want.text }, from, count: WINDOW });
        if (!ended) setAnswer({ window, text: want.text });
      } catch {
        // The line went away: the rows stay, and are fetched again once it is back.
      } finally {
        busy = false;
      }
    };
    void look();
    const timer = setInterval(() => void look(), STEP_MS);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }, [open, link, store]);
  return { window: answer?.window ?? nothing, loaded: answer !== null };
}

function isCovered({ from, entries, matched }: TraceWindow, { first, last, follow }: Wanted): boolean {
  if (follow) return true;
  return first >= from && Math.min(last, matched - 1) < from + entries.length;
}
