// When a block of turns leaves the page, and what stays in its place.

/** What an IntersectionObserver says of it. */
interface Sight {
  readonly isIntersecting: boolean;
  readonly boundingClientRect: Pick<DOMRect, 'height'>;
}

/**
 * The height in CSS px of the gap that stands for the block from now on; null where it is in the page. `sights` come in the order in which
 * they were made: the newest holds. `isHeld` says that something would be lost with it.
 */
export function gapAfter(sights: readonly Sight[], before: number | null, isHeld: boolean): number | null {
  const newest = sights.at(-1);
  if (!newest || newest.isIntersecting || isHeld) return null;
  return before ?? newest.boundingClientRect.height;
}
