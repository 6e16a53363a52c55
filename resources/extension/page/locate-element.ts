// Runs inside a page: brings an element into view and says where its middle is.
import { type Problem, pickElement, type Target } from './element-refs.ts';
import { toldElement } from './told-element.ts';

/** CSS pixels of the viewport. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

interface Hidden {
  readonly hindrance: 'hidden';
  readonly told: string;
  readonly by: '';
}

/** Whatever lies above it. What has no size may have one soon. */
export function locateElement(target: Target): Place | Hidden | Problem {
  const found = pickElement(target);
  if (!(found instanceof Element)) return found;
  found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  if (width > 0 && height > 0) return { x: left + width / 2, y: top + height / 2 };
  return { hindrance: 'hidden', told: toldElement(found), by: '' };
}
