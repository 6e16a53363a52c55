// From the name of a rule, as the panel shows it, to its code, by which traces and the audit are searched.
import { plainRules, readRule, ruleCode } from '../../contract/call-rules.ts';
import { ruleName } from './rule-words.ts';
import type { CallRule } from '../../contract/call-rules.ts';

const modes = (['read-only', 'paused', 'stopped'] as const).flatMap(mode =>
  (['all', 'agent'] as const).map((of): CallRule => ({ kind: 'mode', mode, of })),
);
const whole = [...plainRules.map((kind): CallRule => ({ kind })), ...modes].map(ruleCode);

/** Rules with a number or a name of their own: what their name and their code begin with. */
const numbered = (['owner', 'run', 'origin', 'grant', 'policy'] as const).map(kind => {
  const name = ruleName(`${kind} 0`).toLowerCase();
  return { kind, name, before: name.split('0')[0] ?? '' };
});

/** The codes, or their beginnings, of the rules whose shown name has this text in it, in whatever case. */
export function rulesNamed(text: string): string[] {
  const wanted = text.toLowerCase();
  const found = numbered.flatMap(({ kind, name, before }) => {
    if (wanted.startsWith(before)) return [`${kind} ${/^[a-z0-9-]*/.exec(wanted.slice(before.length))?.[0]}`];
    return name.includes(wanted) ? [`${kind} `] : [];
  });
  return [...whole.filter(code => ruleName(code).toLowerCase().includes(wanted)), ...found];
}

/** The code of the rule with this name; a code, and what is no rule, as it is. */
export function codeOfRule(text: string): string {
  if (text === '' || readRule(text)) return text;
  const wanted = text.toLowerCase();
  return rulesNamed(text).find(code => ruleName(code).toLowerCase() === wanted) ?? text;
}
