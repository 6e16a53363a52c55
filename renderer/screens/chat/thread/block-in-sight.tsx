// A block of turns: in the page while it is in sight or near; else a gap of its height.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { gapAfter } from './block-gap.ts';

interface BlockInSightProps {
  /** What is scrolled. */
  readonly box: RefObject<HTMLElement | null>;
  /** It stays in the page wherever it is: what is written in it would be lost. */
  readonly isKept: boolean;
  readonly children: () => ReactNode;
}

/** So far beyond the edges counts as near. */
const nearBy = '2000px';
/** What the reader has opened would be closed, and what was asked for it asked for again. */
const unfolded = '[aria-expanded="true"], details[open]';

export function BlockInSight({ box, isKept, children }: BlockInSightProps) {
  const place = useRef<HTMLDivElement>(null);
  /** Of the gap; null while it is in the page. */
  const [gap, setGap] = useState<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const look = (sights: readonly IntersectionObserverEntry[]) => {
      const isHeld = element.contains(document.activeElement) || element.querySelector(unfolded) !== null;
      setGap(before => gapAfter(sights, before, isHeld));
    };
    const sight = new IntersectionObserver(look, { root: box.current, rootMargin: nearBy });
    sight.observe(element);
    return () => sight.disconnect();
  }, [box]);
  const isDrawn = isKept || gap === null;
  return (
    <div className="thread-block" ref={place} style={isDrawn ? undefined : { height: gap }}>
      {isDrawn ? children() : null}
    </div>
  );
}
