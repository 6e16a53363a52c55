// The keys of a question: the letters on the two buttons answer, 1 to 5 say how long, up and down how much. None of them counts before an
// answer would: pressed for what stood there before, it would change what the next answer means. Pure but for what it is handed.
import { type Choice, lifetimeDigits } from '../../../contract/prompt-choice.ts';
import { answerLetters } from '../../words/answer-words.ts';
import type { Breadth, Lifetime } from '../../../contract/permissions.ts';
import type { KeyTable } from '../../frame/keys.ts';

interface AnswerKeysOptions {
  readonly choice: Choice;
  readonly breadths: readonly Breadth[];
  readonly lifetimes: readonly Lifetime[];
  readonly mayAnswer: (event: KeyboardEvent) => boolean;
  readonly choose: (choice: Choice) => void;
  readonly answer: (effect: 'allow' | 'deny') => void;
}

export function answerKeys(options: AnswerKeysOptions): KeyTable {
  const { choice, breadths, lifetimes, mayAnswer, choose, answer } = options;
  const answering = (effect: 'allow' | 'deny') => (event: KeyboardEvent) => {
    if (mayAnswer(event)) answer(effect);
  };
  const moving = (step: 1 | -1) => (event: KeyboardEvent) => {
    const breadth = breadths[breadths.indexOf(choice.breadth) + step];
    if (!isForQueue(event)) return false;
    if (breadth && mayAnswer(event)) choose({ ...choice, breadth });
    return true;
  };
  const lasting = (lifetime: Lifetime) => (event: KeyboardEvent) => {
    if (mayAnswer(event)) choose({ ...choice, lifetime });
  };
  const digits = lifetimes.map(lifetime => [lifetimeDigits[lifetime], lasting(lifetime)] as const);
  return {
    [answerLetters.allow.toLowerCase()]: answering('allow'),
    [answerLetters.deny.toLowerCase()]: answering('deny'),
    ArrowUp: moving(-1),
    ArrowDown: moving(1),
    ...Object.fromEntries(digits),
  };
}

/** Arrows, J, K and Escape belong to the list that has focus; to the queue when it has it, or when no other pane has. */
export function isForQueue({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  const element = target as Partial<Pick<Element, 'closest'>> | null;
  if (!element?.closest) return true;
  // In a well they scroll.
  return element.closest('.pane:not(.question-pane), .well') === null;
}
