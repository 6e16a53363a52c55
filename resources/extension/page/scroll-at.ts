// Runs inside a page: scrolls the innermost thing at a place that can be scrolled that way, else the page.

/** Pixels, to the right and down. */
export function scrollAt(place: { x: number; y: number } | null, deltaX: number, deltaY: number): boolean {
  const { x, y } = place ?? { x: innerWidth / 2, y: innerHeight / 2 };
  const scrolls = (element: Element): boolean => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const wide = element.scrollWidth > element.clientWidth && /auto|scroll/.test(overflowX);
    const tall = element.scrollHeight > element.clientHeight && /auto|scroll/.test(overflowY);
    return (deltaX !== 0 && wide) || (deltaY !== 0 && tall);
  };
  let element = document.elementFromPoint(x, y);
  while (element && !scrolls(element)) element = element.parentElement;
  (element ?? document.scrollingElement)?.scrollBy({ left: deltaX, top: deltaY, behavior: 'instant' });
  return true;
}
