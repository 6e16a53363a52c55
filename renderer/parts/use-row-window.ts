// Which rows of a long table are in sight, with the heights of those above and below that are not drawn.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useState } from 'react';

/** `--row` and `--row-roomy` of tokens.css. */
const rowPx = 28;
const roomyPx = 40;
/** Up to here all rows are drawn. */
const all = 100;

export interface RowWindow {
  readonly from: number;
  readonly to: number;
  readonly above: number;
  readonly below: number;
  /** Whether rows are left out. */
  readonly isPart: boolean;
  /** Brings a row into sight. */
  readonly show: (index: number) => void;
}

/** The table scrolls inside the nearest `.scrolls` around its body. */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number, roomy: boolean): RowWindow {
  const isPart = count > all;
  const [{ start, head }, setPlace] = useState({ start: 0, head: 0 });
  // oxlint-disable-next-line react/exhaustive-deps -- what stands above the table comes and goes with any drawing
  useEffect(() => {
    const place = isPart ? placeOf(body.current) : null;
    if (place) setPlace(before => (before.start === place.start && before.head === place.head ? before : place));
  });
  const rows = useVirtualizer({
    count: isPart ? count : 0,
    getScrollElement: () => scrollerOf(body.current),
    estimateSize: () => (roomy ? roomyPx : rowPx),
    scrollMargin: start,
    // The heads of the table stay at the top and would cover the row that is shown.
    scrollPaddingStart: head,
    overscan: 12,
  });
  const show = useCallback((index: number) => rows.scrollToIndex(index, { align: 'auto' }), [rows]);
  if (!isPart) return { from: 0, to: count, above: 0, below: 0, isPart, show };
  const items = rows.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  const above = Math.max(0, (items[0]?.start ?? start) - start);
  const below = Math.max(0, rows.getTotalSize() - ((items.at(-1)?.end ?? start) - start));
  return { from, to, above, below, isPart, show };
}

function scrollerOf(body: HTMLElement | null): HTMLElement | null {
  return body?.closest<HTMLElement>('.scrolls') ?? null;
}

/** How far down in what scrolls the first row begins, and how high the heads above it are. */
function placeOf(body: HTMLElement | null): { start: number; head: number } | null {
  const scroller = scrollerOf(body);
  if (!body || !scroller) return null;
  const start = body.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  return { start: Math.round(start), head: body.previousElementSibling?.clientHeight ?? 0 };
}
