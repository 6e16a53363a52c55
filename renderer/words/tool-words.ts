// Why a tool is held back, as a word and as a sentence.
import { t } from './language.ts';
import type { Resource } from '../../contract/schemas/permissions.ts';
import type { Held } from '../../contract/schemas/tools.ts';
import type { Tone } from './tone.ts';

const words: Readonly<Record<Held, { readonly tone: Tone; readonly word: string; readonly sentence: string }>> = {
  new: {
    tone: 'attention',
    word: t('new'),
    sentence: t('Its server added it after you approved the others. Agents do not get it until you accept it.'),
  },
  changed: {
    tone: 'attention',
    word: t('changed'),
    sentence: t(
      'Its server describes it differently than when you approved it. Agents do not get it until you accept it.',
    ),
  },
  refused: {
    tone: 'stopped',
    word: t('kept off'),
    sentence: t('You refused it as its server describes it now. Agents do not get it.'),
  },
};

/** By its own name, where its server or plugin stands beside it. */
export function ownToolName(tool: string, { kind }: Pick<Resource, 'kind'>): string {
  if (kind === 'server') return tool.slice(tool.indexOf('/') + 1);
  return kind === 'plugin' ? tool.slice(tool.indexOf('::') + '::'.length) : tool;
}

export function heldWord(held: Held): { tone: Tone; word: string; sentence: string } {
  return words[held];
}

/** What a server is said to be whose tools wait for a review. */
export function changedWords(count: number): { tone: Tone; word: string } {
  return {
    tone: 'attention',
    word: t('{count, plural, =0 {no tools} one {# tool} other {# tools}} changed', { count }),
  };
}
