// Runs inside a page: brings an element into view and says where its middle is.
import { type Problem, pickElement, type Target } from './element-refs.ts';

/** CSS pixels of the viewport. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export function locateElement(target: Target): Place | Problem {
  const found = pickElement(target);
  if (!(found instanceof Element)) return found;
  found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  if (width > 0 && height > 0) return { x: left + width / 2, y: top + height / 2 };
  const what = target.ref || `What the selector ${JSON.stringify(target.selector)} matches`;
  return { problem: `${what} has no size on the page; choose an element that can be seen.`, kind: 'unfit' };
}
