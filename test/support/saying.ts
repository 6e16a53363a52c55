// Holds a value that the hub says against the English words for it.
import { isReason } from '../../contract/reason.ts';
import { inEnglish } from '../../words/english.ts';

/** To stand in an expected object: a reason that reads so in English, or holds or matches that. */
export function saying(words: string | RegExp | { readonly part: string }): unknown {
  return {
    asymmetricMatch: (value: unknown) => {
      if (!isReason(value)) return false;
      const said = inEnglish(value);
      if (words instanceof RegExp) return words.test(said);
      return typeof words === 'string' ? said === words : said.includes(words.part);
    },
    toString: () => `saying ${JSON.stringify(words)}`,
  };
}
