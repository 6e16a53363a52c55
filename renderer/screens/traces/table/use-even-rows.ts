// Which rows of the trace are drawn. All have one height, so that a place among a million is arithmetic and takes no memory.
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** `--row` of tokens.css, and the head that stays at the top. */
const rowPx = 28;
const headPx = 26;
/** Drawn beyond what is in sight, so that a small scroll shows them at once. */
const spareRows = 6;

export interface EvenRows {
  /** Numbers of the drawn rows: from `from`, before `to`. */
  readonly from: number;
  readonly to: number;
  /** The number of the element that draws a row: rows that come into sight take over those of rows that leave it. */
  readonly element: (index: number) => number;
  /** Pixels of the rows above and below them. */
  readonly above: number;
  readonly below: number;
  /** Scrolls no further than it takes to see a row, or until the row is in the middle. */
  readonly show: (index: number, place: 'nearest' | 'middle') => void;
}

/** Of a table inside `scroller`, which is kept at its end while it follows. */
export function useEvenRows(scroller: RefObject<HTMLElement | null>, count: number, follow: boolean): EvenRows {
  const { first, fitting, base } = useSight(scroller, count, follow);
  useLayoutEffect(() => {
    if (follow) scroller.current?.scrollTo({ top: headPx + count * rowPx });
  }, [scroller, follow, count, fitting]);
  const show = useCallback<EvenRows['show']>(
    (index, place) => {
      const element = scroller.current;
      element?.scrollTo({ top: topFor(element, index, place) });
    },
    [scroller],
  );
  // Not read from the scroller: it would tell only after these rows were drawn how far it was moved for them.
  const end = Math.max(0, count - fitting);
  const top = follow ? end : Math.min(first, end);
  const spare = follow ? 0 : spareRows;
  const from = Math.max(0, top - spare);
  const to = Math.min(count, top + fitting + spare);
  const most = fitting + 2 * spareRows;
  const element = (index: number) => (follow ? index - from : (((index - base) % most) + most) % most);
  return { from, to, element, above: from * rowPx, below: (count - to) * rowPx, show };
}

interface InSight {
  readonly follow: boolean;
  /** The first row in sight. While following nobody keeps it, because each change of the trace changes it. */
  readonly first: number;
  /** How many rows fit, the cut ones too. */
  readonly fitting: number;
  /** The row that element 0 draws, or a whole round of elements away from it. */
  readonly base: number;
}

function useSight(scroller: RefObject<HTMLElement | null>, count: number, follow: boolean): InSight {
  const [sight, setSight] = useState<InSight>({ follow, first: 0, fitting: 0, base: 0 });
  if (sight.follow !== follow) {
    const first = Math.max(0, count - sight.fitting);
    setSight({ ...sight, follow, first, base: first });
  }
  const isFilled = count > 0;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const read = () => {
      const { scrollTop, clientHeight } = element;
      const top = Math.floor(scrollTop / rowPx);
      const fitting = Math.ceil(Math.max(0, clientHeight - headPx) / rowPx) + 1;
      setSight(before => moved(before, top, fitting));
    };
    read();
    const sizes = new ResizeObserver(read);
    sizes.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [scroller, isFilled]);
  return sight;
}

function moved(before: InSight, top: number, fitting: number): InSight {
  const first = before.follow ? before.first : top;
  if (before.first === first && before.fitting === fitting) return before;
  // Of a far scroll no row stays: each element keeps its place, which costs less than to turn them round.
  const isFar = Math.abs(first - before.first) > before.fitting;
  return { ...before, first, fitting, base: isFar ? before.base + first - before.first : before.base };
}

function topFor({ scrollTop, clientHeight }: HTMLElement, index: number, place: 'nearest' | 'middle'): number {
  const top = index * rowPx;
  const room = clientHeight - headPx;
  if (place === 'middle') return top - (room - rowPx) / 2;
  return Math.min(top, Math.max(scrollTop, top + rowPx - room));
}
