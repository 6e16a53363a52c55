// What the filter of the trace says: its fields, and what cannot be read in it.
import { t } from '../../../words/language.ts';
import { wordsByQuery } from '../plain-field-words.ts';
import type { Outcome, TraceTerm } from '../../../../contract/schemas/trace.ts';
import type { AmountField } from '../../../../contract/trace-fields.ts';

export type QueryField = TraceTerm['field'];

const shown = (text: string) => `“${text.length > 30 ? `${text.slice(0, 29)}…` : text}”`;
const listed = (words: readonly string[]) =>
  t('{all} or {last}', { all: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' });

const needs: Readonly<Record<Exclude<QueryField, AmountField>, string>> = {
  agent: t('agent: needs a part of an agent’s name, such as agent:claude.'),
  browser: t('browser: needs a part of a browser’s name, such as browser:chromium.'),
  server: t('server: needs a part of a server’s name, such as server:files.'),
  method: t('method: needs a part of a method, such as method:tools/call.'),
  tool: t('tool: needs a part of a tool’s name, such as tool:navigate.'),
  rule: t('rule: needs a part of what decided, such as rule:owner.'),
  text: t('A text needs at least one character between its quotes.'),
  status: t('status: needs a word, such as status:refused.'),
  ...wordsByQuery(({ needs: sentence }) => sentence),
  dir: t('dir: needs in or out, seen from the hub.'),
};

const amounts: Readonly<Record<AmountField, string>> = {
  size: t('a size such as 500 B or 90 kB'),
  latency: t('a time such as 200 ms or 2 s'),
};

export const queryProblems = {
  openQuote: t('The quote has no end; close it with ".'),
  needsValue: (field: keyof typeof needs) => needs[field],
  needsColon: (field: string) => t('{field} needs a colon before its value, such as {field}:x.', { field }),
  needsSign: (field: AmountField) =>
    t('{field} needs > or < before its value, such as {example}.', { field, example: `${field}>${sample(field)}` }),
  needsAmount: (field: AmountField, sign: string) =>
    t('{field} needs {amount}.', { field: field + sign, amount: amounts[field] }),
  noAmount: (field: AmountField, sign: string, text: string) =>
    t('{field} needs {amount}; {text} is none.', { field: field + sign, amount: amounts[field], text: shown(text) }),
  tooLarge: (field: AmountField, text: string) =>
    t('{text} is more than any {field} can be.', { text: shown(text), field }),
  noInteger: (field: string, text: string) =>
    t('{field}: needs a whole number, such as 42; {text} is none.', { field, text: shown(text) }),
  noStatus: (text: string, all: readonly Outcome[]) =>
    t('status: knows {all}; {text} is none of them.', { all: listed(all), text: shown(text) }),
  noDirection: (text: string) => t('dir: knows in and out; {text} is neither.', { text: shown(text) }),
  noField: (name: string, all: readonly string[]) =>
    t('There is no field {name}; there are {all}. Put it in quotes to look for it as text.', {
      name: shown(name),
      all: listed(all),
    }),
  tooLong: (max: number) => t('A value may have {max} characters; this one has more.', { max }),
  noTermAfter: (word: string) => t('After “{word}” a condition is missing.', { word }),
  noTermBefore: (word: string) => t('Before “{word}” a condition is missing.', { word }),
  open: t('The parenthesis has no end; close it with ).'),
  notOpened: t('This parenthesis was never opened; remove it.'),
  empty: t('Between these parentheses a condition is missing.'),
  tooDeep: (max: number) => t('Parentheses and not lie more than {max} deep; take some away.', { max }),
  tooMany: (max: number) => t('More than {max} conditions stand in a row; take some away.', { max }),
} as const;

function sample(field: AmountField): string {
  return field === 'size' ? '90kB' : '200ms';
}

/** What each field is for, in the list of suggestions. */
export const fieldNotes: Readonly<Record<QueryField, string>> = {
  agent: t('an agent on either side'),
  browser: t('a browser on either side'),
  server: t('a server on either side'),
  method: t('part of the method'),
  tool: t('part of the tool’s name'),
  rule: t('what decided, or its code'),
  text: t('method, tool, names, reason, rule'),
  status: t('how it ended'),
  ...wordsByQuery(({ note }) => note),
  dir: t('seen from the hub'),
  size: t('request and response together'),
  latency: t('until the answer'),
};

export const statusNotes: Readonly<Record<Outcome, string>> = {
  ok: t('answered'),
  error: t('failed at its target'),
  refused: t('stopped by a rule'),
  waiting: t('for you, or for a pause'),
  pending: t('in flight'),
  cancelled: t('given up by its asker'),
  none: t('a notification'),
};
