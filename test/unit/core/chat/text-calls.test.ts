// Calls that models write as text: each form, in which order they are tried, and what is none.
import { expect, test } from 'vitest';
import { explainedTool, readTextCall } from '../../../../electron/core/chat/answer/text-calls.ts';

const names = ['github__search', 'github__get_me', 'github-npm__list_issues', 'time__now', 'files__read_file'];

test.each([
  [
    'an object with a name and parameters',
    '{"name":"github__search","parameters":{"q":"x"}}',
    'github__search',
    { q: 'x' },
  ],
  [
    'an object with a name and arguments',
    '{ "name": "github__search", "arguments": {"q": 1} }',
    'github__search',
    { q: 1 },
  ],
  ['arguments that are a text', '{"name":"github__search","arguments":"{\\"q\\":1}"}', 'github__search', { q: 1 }],
  ['a name without arguments', '{"name":"time__now"}', 'time__now', {}],
  ['a short name', '{"name":"search","parameters":{"q":"x"}}', 'github__search', { q: 'x' }],
  ['the name under another server', '{"name":"github__list_issues","parameters":{}}', 'github-npm__list_issues', {}],
  ['text around it', 'I will look.\n{"name":"search","parameters":{"q":"}"}} now', 'github__search', { q: '}' }],
  ['a code fence', 'Sure:\n```json\n{"name":"search","parameters":{}}\n```\nDone.', 'github__search', {}],
  ['tokens of a chat template', '<|python_tag|>{"name":"time__now","parameters":{}}<|eot_id|>', 'time__now', {}],
  ['a key with an object', '"github__search": {"q":"x"}', 'github__search', { q: 'x' }],
  ['a bare key with an object', 'search: {"q":"x"}', 'github__search', { q: 'x' }],
  ['a function with an object', 'github__search({"q":"x"})', 'github__search', { q: 'x' }],
  [
    'a function with named arguments',
    "search(q='a, b', n=3, all=True, no=None)",
    'github__search',
    { q: 'a, b', n: 3, all: true, no: null },
  ],
  ['a name with underscores', "github_npm__list_issues(state='open')", 'github-npm__list_issues', { state: 'open' }],
  ['a mention with an object', 'I use get me with {"a": 1}', 'github__get_me', { a: 1 }],
  ['the bare name', 'time__now', 'time__now', {}],
  ['the bare name as a function', 'get_me()', 'github__get_me', {}],
  ['the bare name in a few words', "I'll call get_me now", 'github__get_me', {}],
])('A call is read from %s.', (_, text, name, args) => {
  expect(readTextCall(text, names)).toMatchObject({ name, arguments: args });
});

test.each([
  ['nothing', ''],
  ['a plain answer', 'It is a quarter past three, as the clock says.'],
  ['an unknown tool', '{"name":"launch_rocket","parameters":{}}'],
  ['a broken object', '{"name":"github__search","parameters":{"q":'],
  ['a long text that names a tool', `The tool time__now tells the time. ${'It is a fine tool. '.repeat(8)}`],
  ['a part of another word', 'This is research: {"name": 3}'],
  ['a key that reaches for the prototype', '{"name":"github__search","parameters":{"__proto__":{"x":1}}}'],
])('No call is read from %s.', (_, text) => {
  expect(readTextCall(text, names)).toBeNull();
});

test('The surer form wins: a named object over a function that stands before it.', () => {
  const text = 'time__now({"zone":"UTC"}) or {"name":"github__search","parameters":{"q":"x"}}';
  expect(readTextCall(text, names)?.name).toBe('github__search');
});

test('One call of an answer is read, the first.', () => {
  const text = '{"name":"time__now","parameters":{}}\n{"name":"github__search","parameters":{}}';
  expect(readTextCall(text, names)?.name).toBe('time__now');
});

test('What stands before a call is kept, without the fence.', () => {
  expect(readTextCall('First I look.\n{"name":"time__now"}', names)?.before).toBe('First I look.');
  expect(readTextCall('First I look.\n```json\n{"name":"time__now"}\n```', names)?.before).toBe('First I look.');
});

test('A name that reads like a pattern is taken by its letters.', () => {
  expect(readTextCall('a.b({"x":1})', ['s__a.b'])?.name).toBe('s__a.b');
  expect(readTextCall('aXb({"x":1})', ['s__a.b'])).toBeNull();
});

test.each([
  ['You can use the `github__search` tool to find it.', 'github__search'],
  ["Here's how: call time__now and read it.", 'time__now'],
  ['You can use any tool that you like.', null],
  ['time__now said that it is three.', null],
])('Whether an answer explains a tool: %s', (text, tool) => {
  expect(explainedTool(text, names)).toBe(tool);
});
