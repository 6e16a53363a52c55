// Sentences by which programs say that a variable of their environment is missing: each has its own, so the forms are loose.
import type { Recogniser } from './recogniser.ts';

/** As variables are named; what has no `_` could be any shouted word. */
const name = '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+';
/** Codes of errors have the same form. */
const noVariable = /^(?:ERR|MODULE|SELF|UNABLE|CERT|DEPTH|MAX|HTTP|EXIT|UND|SQLITE)_/;
/** What is missing and was done without. */
const lived =
  /\b(?:defaults?|defaulting|optional|warn(?:ing)?|skipp(?:ed|ing)|disabled|fall(?:ing|s)? ?back|ignor(?:ed|ing)|instead)\b/i;
const quote = '[\'"`]?';
const variable = '(?:environment|env)?[ -]?(?:var(?:iable)?s?)?';
const lacks =
  '(?:not (?:set|defined|provided|found|configured|specified)|required|missing|unset|undefined|empty|needed)';

function naming(...forms: readonly string[]): Recogniser {
  const pattern = new RegExp(forms.join('|'), 'gmi');
  return {
    pattern,
    why: ({ 0: said, input, index }) => {
      const line = input.slice(index, index + said.length) + (/^.*/.exec(input.slice(index + said.length))?.[0] ?? '');
      if (lived.test(line)) return null;
      const names = [...new Set(said.match(new RegExp(`\\b${name}\\b`, 'g')) ?? [])].filter(
        one => !noVariable.test(one),
      );
      return names.length === 0 ? null : { kind: 'needs-variables', names: names.slice(0, 10) };
    },
  };
}

const anyName = '[A-Z][A-Z0-9]*_[A-Z0-9_]+';

export const variableFailures: readonly Recogniser[] = [
  naming(
    // `BRAVE_API_KEY environment variable is required`, `A_B and C_D must be set`
    `^.{0,200}?\\b${anyName}\\b.{0,60}?\\b(?:is|are|was|were|be|must be|has|have)? ?(?:not been )?${lacks}\\b`,
    `^.{0,200}?\\b${anyName}\\b.{0,60}?\\bmust be (?:set|provided|defined|specified|configured)\\b`,
    // `Missing required environment variable: A_B`, `Please set the A_B environment variable`
    `^.{0,200}?\\b(?:missing|required|requires?|please (?:set|provide|define|export)|must (?:set|provide)) ${variable}.{0,60}?${quote}\\b${anyName}\\b`,
    // `Environment variable A_B not found`
    `^.{0,200}?\\b(?:environment|env) ?var(?:iable)?s?:? ${quote}${anyName}${quote}.{0,60}?${lacks}`,
  ),
  {
    pattern: /(?:os\.environ|<frozen os>|os\.py|getenv)[^]{0,600}?\nKeyError: '(?<name>[A-Za-z_]\w{0,100})'/g,
    why: ({ groups }) => ({ kind: 'needs-variables', names: [groups?.name ?? ''] }),
  },
];
