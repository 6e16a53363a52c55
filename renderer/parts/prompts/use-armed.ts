// Keeps answers dead for half a second after the card appears, changes or moves, counted from when it was drawn.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { armMs, mayAnswer, shown, unarmed, waited } from '../../../contract/arming.ts';

export interface Armed {
  readonly ready: boolean;
  /** Rises with each change of what is answered. */
  readonly epoch: number;
  /** Whether this key press is an answer. */
  readonly pressed: (event: KeyboardEvent) => boolean;
  /** For buttons: a click counts from where its press began. */
  readonly press: {
    readonly onPointerDown: (event: { readonly timeStamp: number }) => void;
    readonly onKeyDown: (event: Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat'>) => void;
  };
  readonly clicked: (event: { readonly timeStamp: number }) => boolean;
}

/** `box` is what the answers belong to: when it moves on the page, they have to wait again. */
export function useArmed(signature: string, box: RefObject<HTMLElement | null>): Armed {
  const whole = `${signature} at ${usePlace(box)}`;
  const [arming, setArming] = useState(() => unarmed(whole));
  const began = useRef<{ beganAt: number; repeats: boolean } | null>(null);
  const now = shown(arming, whole);
  if (now !== arming) setArming(now);
  const { epoch } = now;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // What is not drawn yet, or in a hidden window, has been seen by nobody.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setArming(before => waited(before, epoch, performance.now())), armMs);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [epoch]);
  return {
    ready: now.armedAt !== null,
    epoch,
    pressed: ({ timeStamp, repeat }) => mayAnswer(now, { beganAt: timeStamp, repeats: repeat }),
    press: {
      onPointerDown: ({ timeStamp }) => void (began.current = { beganAt: timeStamp, repeats: false }),
      onKeyDown: ({ key, timeStamp, repeat }) => {
        if (key === 'Enter' || key === ' ') began.current = { beganAt: timeStamp, repeats: repeat };
      },
    },
    clicked: ({ timeStamp }) => {
      const press = began.current ?? { beganAt: timeStamp, repeats: false };
      began.current = null;
      return mayAnswer(now, press);
    },
  };
}

/** Where the box stands on the page; scrolling does not change it. */
function usePlace(box: RefObject<HTMLElement | null>): string {
  const [place, setPlace] = useState('');
  // oxlint-disable-next-line react/exhaustive-deps -- whatever is drawn anew may have moved it
  useLayoutEffect(() => {
    let [left, top] = [0, 0];
    for (let part: Element | null = box.current; part instanceof HTMLElement; part = part.offsetParent) {
      left += part.offsetLeft;
      top += part.offsetTop;
    }
    setPlace(`${left},${top}`);
  });
  return place;
}
