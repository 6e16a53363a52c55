// G and then a letter goes to a screen, P to the oldest waiting question.
import { useRef } from 'react';
import { useKeys } from './keys.ts';
import { goTo, type Screen } from './route.ts';

const letters: Readonly<Record<string, Screen>> = {
  o: 'overview',
  t: 'traces',
  b: 'tabs',
  f: 'fleet',
  p: 'permissions',
  a: 'agents',
  s: 'servers',
  l: 'tools',
  h: 'chat',
  c: 'connect',
  k: 'catalogue',
  m: 'models',
  d: 'doctor',
};

/** How long G waits for its second letter. */
const pairMs = 1500;

export function useGoKeys(): void {
  const pressedAt = useRef(-Infinity);
  const second = (letter: string, screen: Screen) => () => {
    const paired = performance.now() - pressedAt.current < pairMs;
    pressedAt.current = -Infinity;
    if (!paired && letter !== 'p') return false;
    goTo(screen);
    return true;
  };
  const first = () => {
    pressedAt.current = performance.now();
  };
  // Before all others: the A of "G A" must never reach the prompt, where A alone allows.
  useKeys(
    {
      g: first,
      ...Object.fromEntries(Object.entries(letters).map(([letter, screen]) => [letter, second(letter, screen)])),
    },
    true,
  );
}
