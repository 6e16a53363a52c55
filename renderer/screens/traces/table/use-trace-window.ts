// The part of the trace that is in sight: at most 200 rows, fetched at once when it moves, and soon after the trace changes.
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { maxWindow } from '../../../../contract/trace-bounds.ts';
import { type Following, useFollowed } from '../shown-trace.ts';
import type { StoreApi } from 'zustand/vanilla';
import type { TraceCondition, TraceWindow } from '../../../../contract/schemas/trace.ts';

const stepMs = 120;

/** An entry to bring into sight; another `turn` asks again. */
export interface Place {
  readonly seq: number;
  readonly turn: number;
}

export interface Wanted {
  readonly condition: TraceCondition | null;
  /** True asks for the newest entries instead of those in sight. */
  readonly follow: boolean;
  /** While the view is paused, the newest entry that it tells of. */
  readonly until: number | null;
  readonly place: Place | null;
}

/** Numbers of the first and last row in sight. */
export interface Sight {
  readonly first: number;
  readonly last: number;
}

interface Asked extends Wanted {
  /** What is read when it is asked: as a value it would draw the whole screen anew with every row that one scrolls. */
  readonly sight: RefObject<Sight>;
}

export interface SeenWindow {
  readonly window: TraceWindow;
  /** False until the first answer. */
  readonly loaded: boolean;
  /** The turn of the place that this window was brought to. */
  readonly turn: number;
}

export type SeenRows = Pick<StoreApi<SeenWindow>, 'getState' | 'getInitialState' | 'subscribe'>;

interface Answer extends SeenWindow {
  readonly condition: TraceCondition | null;
  readonly until: number | null;
}

const nothing: Answer = {
  window: { total: 0, matched: 0, from: 0, entries: [] },
  loaded: false,
  turn: 0,
  condition: null,
  until: null,
};

const following: Following<Asked, Answer> = {
  everyMs: stepMs,
  holds: (have, want, isChanged) => (want.until !== null || !isChanged) && isCovered(have, want),
  fetch: async (ask, have, want) => {
    const window = await ask('trace:window', paramsFor(have, want));
    const { condition, until, place } = want;
    return { window, loaded: true, turn: place?.turn ?? 0, condition, until };
  },
};

/** What keeps the rows, and what is told which of them are in sight. */
export function useTraceWindow(wanted: Wanted): readonly [SeenRows, (sight: Sight) => void] {
  const sight = useRef<Sight>({ first: 0, last: 0 });
  const [answer, askNow] = useFollowed({ ...wanted, sight }, nothing, following);
  useEffect(askNow);
  const onSight = useCallback(
    (next: Sight) => {
      sight.current = next;
      askNow();
    },
    [askNow],
  );
  return [answer, onSight];
}

function paramsFor(have: Answer, want: Asked) {
  const { condition, follow, until, place } = want;
  const { first, last } = want.sight.current;
  const isNew = !have.loaded || have.condition !== condition;
  const middle = Math.floor((first + last) / 2);
  return {
    filter: condition === null ? {} : { where: condition },
    from: follow || isNew ? -1 : Math.max(0, middle - maxWindow / 2),
    count: maxWindow,
    ...(until === null ? {} : { until }),
    ...(place === null || follow || place.turn === have.turn ? {} : { near: place.seq }),
  };
}

function isCovered({ window, condition, until, turn }: Answer, want: Asked): boolean {
  if (condition !== want.condition || until !== want.until) return false;
  if (want.follow) return true;
  if (want.place !== null && want.place.turn !== turn) return false;
  const { from, entries, matched } = window;
  const { first, last } = want.sight.current;
  return first >= from && Math.min(last, matched - 1) < from + entries.length;
}
