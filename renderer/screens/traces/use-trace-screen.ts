// What the Traces screen knows of itself: following, paused, what is selected, and which entry is brought into sight.
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { focusEntries } from './entries-place.ts';
import { importedTrace } from './shown-trace.ts';
import { filterTraces, traceView } from './trace-view.ts';
import type { Pins } from './table/use-pins.ts';
import type { Place } from './table/use-trace-window.ts';

export interface TraceScreenState {
  readonly follow: boolean;
  readonly setFollow: (follow: boolean) => void;
  /** While the view is paused, the newest entry that it tells of. */
  readonly until: number | null;
  readonly pause: (on: boolean) => void;
  readonly place: Place | null;
  /** Selects an entry of the list, or, from elsewhere, brings it into sight too. */
  readonly select: (seq: number) => void;
  readonly show: (seq: number) => void;
  readonly close: () => void;
  readonly compare: () => void;
}

export function useTraceScreen(seq: number | null, pins: Pins): TraceScreenState {
  const { store } = usePanelParts();
  const condition = useStore(traceView, view => view.condition);
  const [follow, setFollow] = useState(seq === null);
  const [until, setUntil] = useState<number | null>(null);
  const [place, setPlace] = useState<Place | null>(() => (seq === null ? null : { seq, turn: 1 }));
  const pause = (on: boolean) => setUntil(on ? (importedTrace.getState().open ?? store.getState().trace).newest : null);
  const select = (next: number) => {
    setFollow(false);
    goTo('traces', String(next));
  };
  const bring = (next: number) => setPlace(before => ({ seq: next, turn: (before?.turn ?? 0) + 1 }));
  const show = (next: number) => {
    select(next);
    bring(next);
  };
  const close = () => {
    const { compared } = traceView.getState();
    if (compared === null) goTo('traces');
    else traceView.setState({ compared: null });
  };
  const compare = () => {
    const { compared } = traceView.getState();
    const importId = importedTrace.getState().open?.importId ?? null;
    traceView.setState({ compared: compared === null && seq !== null ? { seq, importId } : null });
  };
  // With another filter the selected entry is looked for again, and the list stays around it.
  const before = useRef(condition);
  useEffect(() => {
    if (before.current !== condition && seq !== null && !follow) bring(seq);
    before.current = condition;
  }, [condition, seq, follow]);
  const followNow = (on: boolean) => {
    setFollow(on);
    if (on) setUntil(null);
  };
  useTraceKeys({ seq, pins, follow, until, setFollow: followNow, pause, close, compare });
  return { follow, setFollow: followNow, until, pause, place, select, show, close, compare };
}

interface Keys extends Omit<TraceScreenState, 'place' | 'select' | 'show'> {
  readonly seq: number | null;
  readonly pins: Pins;
}

function useTraceKeys({ seq, pins, follow, until, setFollow, pause, close, compare }: Keys): void {
  useKeys({
    f: () => setFollow(!follow),
    // A button or a row that has focus takes the space bar for itself.
    ' ': () => (document.activeElement?.closest('button, [role="separator"], a') ? false : pause(until === null)),
    x: () => (seq === null ? false : pins.turn(seq)),
    c: () => (seq === null ? false : compare()),
    Enter: () => (document.activeElement?.closest('button, a') ? false : focusDetail()),
    Escape: () => {
      if (seq === null && traceView.getState().compared === null) return filterTraces('');
      close();
      focusEntries();
    },
  });
}

/** Enter goes into the detail that the selection opened. */
function focusDetail(): boolean {
  const detail = document.querySelector<HTMLElement>('.pane.detail :is([role="tab"][data-state="active"], button)');
  detail?.focus();
  return detail !== null;
}
