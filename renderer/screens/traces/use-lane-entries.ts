// The entries of a span of time: the newest while following, else those of the span that was moved to.
import { useEffect, useRef, useState } from 'react';

import type { TraceCondition, TraceEntry } from '../../../electron/contract/trace.ts';
import type { Link } from '../../link/link.ts';
import { usePanel, usePanelParts } from '../../parts/panel-context.tsx';

/** The contract's `maxWindow`. */
const WINDOW = 200;
/** Marks of more entries than this are no picture any more. */
const MOST = 1_000;
const STEP_MS = 250;

export interface LaneAsk {
  readonly condition: TraceCondition | null;
  readonly until: number | null;
  readonly span: number;
  /** When the span ends; null is at the newest entry. */
  readonly end: number | null;
}

export interface LaneEntries {
  readonly entries: readonly TraceEntry[];
  /** When the span ends that the entries are of. */
  readonly end: number;
  /** Whether there are more in the span than are drawn. */
  readonly isPart: boolean;
}

export function useLaneEntries(ask: LaneAsk): LaneEntries | null {
  const { link, store } = usePanelParts();
  const open = usePanel(state => state.link.kind === 'open');
  const [answer, setAnswer] = useState<LaneEntries | null>(null);
  const now = useRef(ask);
  useEffect(() => {
    now.current = ask;
  });
  useEffect(() => {
    if (!open) return;
    let busy = false;
    let ended = false;
    let seen = '';
    const look = async () => {
      const want = now.current;
      const { newest } = store.getState().trace;
      const key = JSON.stringify([want, want.until ?? (want.end === null ? newest : null)]);
      if (busy || key === seen) return;
      busy = true;
      try {
        const found = want.end === null ? await newestOf(link, want) : await around(link, want, want.end);
        seen = key;
        if (!ended) setAnswer(found);
      } catch {
        // The line went away: the marks stay, and are fetched again once it is back.
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
  return answer;
}

function common({ condition, until }: LaneAsk) {
  const filter = condition === null ? {} : { where: condition };
  return { filter, count: WINDOW, ...(until === null ? {} : { until }) };
}

async function newestOf(link: Link, ask: LaneAsk): Promise<LaneEntries> {
  let { entries, from } = await link.request('trace:window', { ...common(ask), from: -1 });
  const last = entries.at(-1);
  const end = last ? last.at + (last.latencyMs ?? 0) : Date.now();
  const start = end - ask.span;
  while (from > 0 && (entries[0]?.at ?? 0) > start && entries.length < MOST) {
    const first = Math.max(0, from - WINDOW);
    const more = await link.request('trace:window', { ...common(ask), from: first, count: from - first });
    entries = [...more.entries, ...entries];
    from = first;
  }
  return { entries, end, isPart: from > 0 && (entries[0]?.at ?? 0) > start };
}

async function around(link: Link, ask: LaneAsk, end: number): Promise<LaneEntries> {
  const first = await link.request('trace:window', { ...common(ask), from: -1, nearAt: end - ask.span });
  let { entries } = first;
  let next = first.from + entries.length;
  const isMissing = () => next < first.matched && (entries.at(-1)?.at ?? end) < end;
  while (isMissing() && entries.length < MOST) {
    const more = await link.request('trace:window', { ...common(ask), from: next });
    if (more.entries.length === 0) break;
    entries = [...entries, ...more.entries];
    next += more.entries.length;
  }
  return { entries, end, isPart: isMissing() };
}
