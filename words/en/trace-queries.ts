// What cannot be read in a filter of the trace as it is typed, in English.
import type { TraceQueryReasons } from '../../contract/trace-query-reasons.ts';
import type { Words } from '../reason.ts';

const needs: Readonly<Record<TraceQueryReasons['query-needs-value']['queryField'], string>> = {
  agent: 'agent: needs a part of an agent’s name, such as agent:claude.',
  browser: 'browser: needs a part of a browser’s name, such as browser:chromium.',
  server: 'server: needs a part of a server’s name, such as server:files.',
  model: 'model: needs a part of the name of a provider of models, such as model:ollama.',
  method: 'method: needs a part of a method, such as method:tools/call.',
  tool: 'tool: needs a part of a tool’s name, such as tool:navigate.',
  rule: 'rule: needs a part of what decided, such as rule:owner.',
  text: 'A text needs at least one character between its quotes.',
  status: 'status: needs a word, such as status:refused.',
  id: 'id: needs a part of a request’s id, such as id:7.',
  tab: 'tab: needs the number of a tab, such as tab:42.',
  'tokens-in': 'tokens-in: needs a number of tokens, such as tokens-in:1200.',
  'tokens-out': 'tokens-out: needs a number of tokens, such as tokens-out:300.',
  cost: 'cost: needs a cost in millionths, such as cost:4200.',
  dir: 'dir: needs in or out, seen from the hub.',
};
const amounts = { size: 'a size such as 500 B or 90 kB', latency: 'a time such as 200 ms or 2 s' };
const samples = { size: 'size>90kB', latency: 'latency>200ms' };

export const traceQueryWords: Words<TraceQueryReasons> = {
  'query-open-quote': 'The quote has no end; close it with ".',
  'query-needs-value': ({ queryField }) => needs[queryField],
  'query-needs-colon': '{field} needs a colon before its value, such as {field}:x.',
  'query-needs-sign': ({ amountField }) =>
    `${amountField} needs > or < before its value, such as ${samples[amountField]}.`,
  'query-needs-amount': ({ amountField }) => `{field} needs ${amounts[amountField]}.`,
  'query-no-amount': ({ amountField }) => `{field} needs ${amounts[amountField]}; “{text}” is none.`,
  'query-too-large': '“{text}” is more than any {field} can be.',
  'query-no-integer': '{field}: needs a whole number, such as 42; “{text}” is none.',
  'query-no-status': 'status: knows {known}; “{text}” is none of them.',
  'query-no-direction': 'dir: knows in and out; “{text}” is neither.',
  'query-no-field': 'There is no field “{name}”; there are {known}. Put it in quotes to look for it as text.',
  'query-too-long': 'A value may have {max} characters; this one has more.',
  'query-nothing-after': 'After “{word}” a condition is missing.',
  'query-nothing-before': 'Before “{word}” a condition is missing.',
  'query-parenthesis-open': 'The parenthesis has no end; close it with ).',
  'query-parenthesis-not-opened': 'This parenthesis was never opened; remove it.',
  'query-parentheses-empty': 'Between these parentheses a condition is missing.',
  'query-too-deep': 'Parentheses and not lie more than {max} deep; take some away.',
  'query-too-many': 'More than {max} conditions stand in a row; take some away.',
};
