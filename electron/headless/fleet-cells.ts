// What stands in the lists of `pilothouse fleet` for people: of a rule what it is about, and of whoever did something no more than fits.
import type { PolicyState } from '../../contract/schemas/policy-state.ts';

type Rule = PolicyState['rules'][number];

/** Of a process of this machine all of its command line may be known. */
const mostChars = 40;

export function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= mostChars ? text : `${letters.slice(0, mostChars - 1).join('')}…`;
}

/** Without it a rule about one tool would read as one about all of them. */
export function aboutRule({ subjects, tools, where, reading }: Rule, onlyReads: string): string {
  const who = subjects.map(({ kind, id }) => `${kind} ${id}`);
  const places = where.map(({ kind, ...own }) => [kind, ...Object.values(own)].join(' '));
  return [who, places, tools ?? [], reading ? [onlyReads] : []]
    .filter(part => part.length > 0)
    .map(part => part.join(', '))
    .join('; ');
}
