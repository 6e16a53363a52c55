// What the filter of the trace says: its fields, and what cannot be read in it.
import type { AmountField, Outcome, TraceTerm } from '../../electron/contract/trace.ts';

export type QueryField = TraceTerm['field'];

const shown = (text: string) => `“${text.length > 30 ? `${text.slice(0, 29)}…` : text}”`;
const listed = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

const needs: Readonly<Record<Exclude<QueryField, AmountField>, string>> = {
  agent: 'agent: needs a part of an agent’s name, such as agent:claude.',
  browser: 'browser: needs a part of a browser’s name, such as browser:chromium.',
  server: 'server: needs a part of a server’s name, such as server:files.',
  method: 'method: needs a part of a method, such as method:tools/call.',
  tool: 'tool: needs a part of a tool’s name, such as tool:navigate.',
  rule: 'rule: needs a part of what decided, such as rule:owner.',
  text: 'A text needs at least one character between its quotes.',
  status: 'status: needs a word, such as status:refused.',
  tab: 'tab: needs the number of a tab, such as tab:42.',
  dir: 'dir: needs in or out, seen from the hub.',
};

const amounts: Readonly<Record<AmountField, string>> = {
  size: 'a size such as 500 B or 90 kB',
  latency: 'a time such as 200 ms or 2 s',
};

export const queryProblems = {
  openQuote: 'The quote has no end; close it with ".',
  needsValue: (field: keyof typeof needs) => needs[field],
  needsColon: (field: string) => `${field} needs a colon before its value, such as ${field}:x.`,
  needsSign: (field: AmountField) => `${field} needs > or < before its value, such as ${field}>${sample(field)}.`,
  needsAmount: (field: AmountField, sign: string) => `${field}${sign} needs ${amounts[field]}.`,
  noAmount: (field: AmountField, sign: string, text: string) =>
    `${field}${sign} needs ${amounts[field]}; ${shown(text)} is none.`,
  tooLarge: (field: AmountField, text: string) => `${shown(text)} is more than any ${field} can be.`,
  noTab: (text: string) => `tab: needs the number of a tab, such as 42; ${shown(text)} is none.`,
  noStatus: (text: string, all: readonly Outcome[]) => `status: knows ${listed(all)}; ${shown(text)} is none of them.`,
  noDirection: (text: string) => `dir: knows in and out; ${shown(text)} is neither.`,
  noField: (name: string, all: readonly string[]) =>
    `There is no field ${shown(name)}; there are ${listed(all)}. Put it in quotes to look for it as text.`,
  tooLong: (max: number) => `A value may have ${max} characters; this one has more.`,
  noTermAfter: (word: string) => `After “${word}” a condition is missing.`,
  noTermBefore: (word: string) => `Before “${word}” a condition is missing.`,
  open: 'The parenthesis has no end; close it with ).',
  notOpened: 'This parenthesis was never opened; remove it.',
  empty: 'Between these parentheses a condition is missing.',
  tooDeep: (max: number) => `Parentheses and not lie more than ${max} deep; take some away.`,
  tooMany: (max: number) => `More than ${max} conditions stand in a row; take some away.`,
} as const;

function sample(field: AmountField): string {
  return field === 'size' ? '90kB' : '200ms';
}

/** What each field is for, in the list of suggestions. */
export const fieldNotes: Readonly<Record<QueryField, string>> = {
  agent: 'an agent on either side',
  browser: 'a browser on either side',
  server: 'a server on either side',
  method: 'part of the method',
  tool: 'part of the tool’s name',
  rule: 'what decided, or its code',
  text: 'method, tool, names, reason, rule',
  status: 'how it ended',
  tab: 'number of a tab',
  dir: 'seen from the hub',
  size: 'request and response together',
  latency: 'until the answer',
};

export const statusNotes: Readonly<Record<Outcome, string>> = {
  ok: 'answered',
  error: 'failed at its target',
  refused: 'stopped by a rule',
  waiting: 'for you, or for a pause',
  pending: 'in flight',
  cancelled: 'given up by its asker',
  none: 'a notification',
};
