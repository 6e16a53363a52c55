// Allow, deny or asked, and what became of a call: a quiet word with its shape.
import { Ban, Check, CircleSlash, HelpCircle, OctagonX, PencilLine } from 'lucide-react';
import { language, t } from '../words/language.ts';

const marks = {
  allow: Check,
  deny: Ban,
  undecided: HelpCircle,
  ask: HelpCircle,
  changed: PencilLine,
  dropped: CircleSlash,
  stopped: OctagonX,
} as const;
const words = {
  allow: t('allow'),
  deny: t('deny'),
  undecided: t('undecided'),
  ask: t('ask'),
  changed: t('changed'),
  dropped: t('not carried out'),
  stopped: t('stopped midway'),
} as const;

/** Of a column that holds it. */
export const effectWidth = { en: 76, de: 98 }[language];

export type EffectName = keyof typeof words;

interface EffectProps {
  readonly effect: EffectName;
  /** Another line says that it came to nothing. */
  readonly undone?: boolean;
}

export function Effect({ effect, undone = false }: EffectProps) {
  const Mark = marks[effect];
  return (
    <span className={`effect ${effect}${undone ? ' undone' : ''}`}>
      <Mark aria-hidden="true" />
      {undone ? <s>{words[effect]}</s> : words[effect]}
    </span>
  );
}

/** What the audit wrote, also where this panel does not know the word. */
export function isEffect(text: string): text is EffectName {
  return Object.hasOwn(words, text);
}
