// Why a tool is held back, as a word and as a sentence.
import type { Tool } from '../../electron/contract/entities.ts';
import type { Held } from '../../electron/contract/tools.ts';
import { formatCounted } from './format.ts';
import type { Tone } from './tone.ts';

const words: Readonly<Record<Held, { readonly tone: Tone; readonly word: string; readonly sentence: string }>> = {
  new: {
    tone: 'attention',
    word: 'new',
    sentence: 'Its server added it after you approved the others. Agents do not get it until you accept it.',
  },
  changed: {
    tone: 'attention',
    word: 'changed',
    sentence:
      'Its server describes it differently than when you approved it. Agents do not get it until you accept it.',
  },
  refused: {
    tone: 'stopped',
    word: 'kept off',
    sentence: 'You refused it as its server describes it now. Agents do not get it.',
  },
};

export function heldWord(held: Held): { tone: Tone; word: string; sentence: string } {
  return words[held];
}

/** Whether a person should look at it. */
export function asksForReview({ held }: Pick<Tool, 'held'>): boolean {
  return held === 'new' || held === 'changed';
}

/** What a server is said to be whose tools wait for a review. */
export function changedWords(count: number): { tone: Tone; word: string } {
  return { tone: 'attention', word: `${formatCounted(count, 'tool')} changed` };
}
