// Keeps the end of a thread in sight while the reader is there, and what is read in its place while turns come in above.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatTurn } from '../../../../contract/schemas/chat.ts';

/** So near to the end counts as being there. */
const nearPx = 48;

export function useFollowing(box: RefObject<HTMLElement | null>, turns: readonly ChatTurn[]) {
  const [isAway, setAway] = useState(false);
  const before = useRef({ first: turns[0]?.id, last: turns.at(-1)?.id, height: 0, atEnd: true });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      before.current.atEnd = isNearEnd(element);
      setAway(!before.current.atEnd);
    };
    // A window of another size, or something that opens: whoever was at the end stays there.
    const sizes = new ResizeObserver(() => before.current.atEnd && toEndOf(element));
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { first, last, height, atEnd } = before.current;
    const now = { first: turns[0]?.id, last: turns.at(-1)?.id };
    const cameAbove = first !== undefined && now.first !== first && now.last === last;
    // What was just asked is looked at, wherever the reader was.
    if (atEnd || (now.last !== last && turns.at(-1)?.kind === 'question')) toEndOf(element);
    else if (cameAbove) element.scrollBy(0, element.scrollHeight - height);
    before.current = { ...now, height: element.scrollHeight, atEnd: isNearEnd(element) };
  }, [box, turns]);
  return { isAway, toEnd: () => box.current && toEndOf(box.current) };
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= nearPx;
}

function toEndOf(element: HTMLElement): void {
  element.scrollTop = element.scrollHeight;
}
