// Allow, deny or asked: a quiet word with its shape.
import { Ban, Check, HelpCircle } from 'lucide-react';

const marks = { allow: Check, deny: Ban, undecided: HelpCircle, ask: HelpCircle } as const;
const words = { allow: 'allow', deny: 'deny', undecided: 'undecided', ask: 'ask' } as const;

export type EffectName = keyof typeof words;

export function Effect({ effect }: { effect: EffectName }) {
  const Mark = marks[effect];
  return (
    <span className={`eff ${effect}`}>
      <Mark aria-hidden="true" />
      {words[effect]}
    </span>
  );
}

/** What the audit wrote, also where this panel does not know the word. */
export function isEffect(text: string): text is EffectName {
  return Object.hasOwn(words, text);
}
