// Allow, deny or asked: a quiet word with its shape.
import { Ban, Check, HelpCircle, PencilLine } from 'lucide-react';
import { language, t } from '../../words/language.ts';

const marks = { allow: Check, deny: Ban, undecided: HelpCircle, ask: HelpCircle, changed: PencilLine } as const;
const words = {
  allow: t('allow'),
  deny: t('deny'),
  undecided: t('undecided'),
  ask: t('ask'),
  changed: t('changed'),
} as const;

/** Of a column that holds it. */
export const effectWidth = { en: 76, de: 98 }[language];

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
