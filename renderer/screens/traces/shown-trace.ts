// Which trace is shown, asked and followed: the live one, or one that was read from a file and can only be read.
import { createContext, use, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { usePanel, usePanelParts } from '../../parts/panel-context.tsx';
import type { Reason } from '../../../contract/reasons.ts';
import type { PanelParams, PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { Link } from '../../link/link.ts';

export interface ImportedTrace {
  readonly importId: number;
  readonly fileName: string;
  readonly entries: number;
  /** Lines that could not be read, and why the first could not. */
  readonly refused: number;
  readonly refusal: Reason | null;
  readonly newest: number;
}

/** The imported trace that is looked at in place of the live one, until it is closed. */
export const importedTrace = createStore<{ readonly open: ImportedTrace | null }>(() => ({ open: null }));

export function openImported(open: ImportedTrace | null): void {
  importedTrace.setState({ open });
}

/** The trace that the components within ask; null is the live one. */
export const ShownTrace = createContext<ImportedTrace | null>(null);

/** Requests that read a trace. */
type TraceQuery =
  | 'trace:window'
  | 'trace:values'
  | 'trace:payload'
  | 'trace:related'
  | 'trace:figures'
  | 'trace:export-preview'
  | 'trace:export'
  | 'trace:pins';

export type AskTrace = <N extends TraceQuery>(name: N, params: PanelParams<N>) => Promise<PanelResult<N>>;

/** Without an `importId` the live trace is asked. */
export function askTraceOf(link: Link, importId?: number): AskTrace {
  return (name, params) => link.request(name, { ...params, importId });
}

/** Asks the shown trace. */
export function useAskTrace(): AskTrace {
  const { link } = usePanelParts();
  const importId = use(ShownTrace)?.importId;
  return useMemo(() => askTraceOf(link, importId), [link, importId]);
}

export interface Following<Want, Answer> {
  /** How often it is looked by itself whether to ask. */
  readonly everyMs: number;
  /** Whether the answer still tells what is wanted, where the trace has changed since or not. */
  readonly holds: (have: Answer, want: Want, isChanged: boolean) => boolean;
  readonly fetch: (ask: AskTrace, have: Answer, want: Want) => Promise<Answer>;
}

/**
 * A part of the trace that is fetched when something else is wanted, and when the trace has changed: one question at a time.
 * Gives the store that keeps the answer, so that only what shows it is drawn anew, and what asks now where it does not tell what is
 * wanted. `how` has to be the same object from call to call.
 */
export function useFollowed<Want, Answer>(
  want: Want,
  nothing: Answer,
  how: Following<Want, Answer>,
): readonly [StoreApi<Answer>, () => void] {
  const { store } = usePanelParts();
  const ask = useAskTrace();
  const imported = use(ShownTrace);
  const open = usePanel(state => state.link.kind === 'open');
  const [answer] = useState(() => createStore(() => nothing));
  // An imported trace never changes.
  const now = useEffectEvent(() => ({ want, trace: imported ?? store.getState().trace }));
  const askNow = useRef(() => {});
  useEffect(() => {
    if (!open) return;
    const following = follow(answer, how, ask, () => now());
    askNow.current = following.askNow;
    return () => {
      askNow.current = () => {};
      following.end();
    };
  }, [open, ask, imported, store, answer, how]);
  return [answer, useCallback(() => askNow.current(), [])];
}

/** Asks at once, then by itself and when told to, until its end; what comes after that is left aside. */
function follow<Want, Answer>(
  answer: StoreApi<Answer>,
  how: Following<Want, Answer>,
  ask: AskTrace,
  now: () => { want: Want; trace: unknown },
): { askNow: () => void; end: () => void } {
  let busy = false;
  let missed = false;
  let ended = false;
  let seen: unknown = null;
  const look = async (heedsChange: boolean) => {
    if (busy) missed ||= !heedsChange;
    const { want, trace } = now();
    const have = answer.getState();
    if (busy || (seen !== null && how.holds(have, want, heedsChange && trace !== seen))) return;
    busy = true;
    try {
      const found = await how.fetch(ask, have, want);
      seen = trace;
      if (!ended) answer.setState(found, true);
    } catch {
      // The line went away: what is shown stays, and is fetched again once it is back.
    }
    busy = false;
    if (missed && !ended) {
      missed = false;
      void look(false);
    }
  };
  void look(true);
  const timer = setInterval(() => void look(true), how.everyMs);
  const end = () => {
    ended = true;
    clearInterval(timer);
  };
  return { askNow: () => void look(false), end };
}
