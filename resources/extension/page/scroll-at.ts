// Runs inside a page: scrolls what lies at a place, and tells how far everything there is scrolled.
import { elementAt, withAncestors } from './element-at.ts';
import { holdsFrame } from './frame-elements.ts';
import type { Place } from './locate-element.ts';

/** Pixels, to the right and down. The innermost that can be scrolled that way is, as a wheel would; else the page. */
export function scrollAt(place: Place | null, deltaX: number, deltaY: number): boolean {
  const scrolls = (element: Element): boolean => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const wide = element.scrollWidth > element.clientWidth && /auto|scroll/.test(overflowX);
    const tall = element.scrollHeight > element.clientHeight && /auto|scroll/.test(overflowY);
    return (deltaX !== 0 && wide) || (deltaY !== 0 && tall);
  };
  const root = document.scrollingElement;
  for (const element of [...around(place).filter(scrolls), ...(root ? [root] : [])]) {
    const { scrollLeft, scrollTop } = element;
    element.scrollBy({ left: deltaX, top: deltaY, behavior: 'instant' });
    if (element.scrollLeft !== scrollLeft || element.scrollTop !== scrollTop) return true;
  }
  return false;
}

/** How far the page and what lies at that place are scrolled, to be compared, and whether that is a frame, which scrolls by itself. */
export function scrollOffsets(place: Place | null): { offsets: string; inFrame: boolean } {
  const elements = around(place);
  const scrolled = elements.filter(({ scrollLeft, scrollTop }) => scrollLeft !== 0 || scrollTop !== 0);
  const each = [`${scrollX} ${scrollY}`, ...scrolled.map(({ scrollLeft, scrollTop }) => `${scrollLeft} ${scrollTop}`)];
  return { offsets: each.join(), inFrame: elements.some(holdsFrame) };
}

/** By default at the middle of the viewport. */
function around(place: Place | null): Element[] {
  const { x, y } = place ?? { x: innerWidth / 2, y: innerHeight / 2 };
  const found = elementAt(x, y);
  return found ? withAncestors(found) : [];
}
