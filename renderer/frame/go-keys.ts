// G and then a letter goes to a screen, P to the oldest waiting question.
import { useRef } from 'react';

import { useKeys } from './keys.ts';
import { goTo, type Screen } from './route.ts';

const letters: Readonly<Record<string, Screen>> = {
  o: 'overview',
  t: 'traces',
  b: 'tabs',
  p: 'permissions',
  a: 'agents',
  s: 'servers',
  l: 'tools',
  c: 'connect',
};

/** How long G waits for its second letter. */
const PAIR_MS = 1500;

export function useGoKeys(): void {
  const pressedAt = useRef(0);
  const second = (letter: string) => () => {
    const paired = performance.now() - pressedAt.current < PAIR_MS;
    pressedAt.current = 0;
    const screen = letters[letter];
    if (paired && screen) goTo(screen);
    else if (letter === 'p') goTo('permissions');
  };
  const first = () => {
    pressedAt.current = performance.now();
  };
  useKeys({ g: first, ...Object.fromEntries(Object.keys(letters).map(letter => [letter, second(letter)])) });
}
