// What is read of pages for the address bar: triggers, suggestions, shortcuts.
import { expect, test } from 'vitest';
import { parseArguments, readShortcut } from '../../../../../electron/core/web-agent/address-bar/shortcut.ts';
import { readSuggestions } from '../../../../../electron/core/web-agent/address-bar/suggestion.ts';
import { matchOf, readTriggers } from '../../../../../electron/core/web-agent/address-bar/triggers.ts';

test.each([
  [{ type: 'prefix', value: '?' }, '?shoes', 'shoes'],
  [{ type: 'prefix', value: '?' }, 'shoes?', null],
  [{ type: 'keyword', value: '@time' }, '@time in  Bern', 'in Bern'],
  [{ type: 'keyword', value: '@time' }, '@timeless', null],
  [{ type: 'regex', value: '^order \\d+$' }, 'order 12', 'order 12'],
  [{ type: 'regex', value: '^order \\d+$' }, 'orders', null],
  [{ type: 'always' }, ' anything ', 'anything'],
  [{ type: 'always' }, ' ', null],
])('%j of %j asks about %j', (trigger, text, query) => {
  expect(matchOf(readTriggers([trigger]), text)?.query ?? null).toBe(query);
});

test('patterns that could take long, and triggers that are none, are not taken', () => {
  for (const value of ['^(a+)+$', '(', '(x*)*y', '.*.*.*.*z'])
    expect(() => readTriggers([{ type: 'regex', value }])).toThrow('pattern');
  for (const bad of [
    [{ type: 'prefix' }],
    [{ type: 'never', value: 'x' }],
    [null],
    'x',
    Array.from({ length: 30 }, () => ({ type: 'always' })),
  ])
    expect(() => readTriggers(bad)).toThrow();
});

test('the surest of several triggers counts', () => {
  const triggers = readTriggers([{ type: 'always' }, { type: 'keyword', value: 'buy' }]);
  expect(matchOf(triggers, 'buy shoes')).toMatchObject({ query: 'shoes', trigger: { type: 'keyword' } });
});

test('of suggestions only what can be done is taken, and addresses of the web alone', () => {
  const chosen = readSuggestions(
    {
      suggestions: [
        { type: 'url', title: 'A\n b', url: 'https://a.example', confidence: 5 },
        { type: 'url', title: 'x', url: 'javascript:alert(1)' },
        { type: 'url', title: 'x', url: 'file:///etc/passwd' },
        { type: 'search', title: 'Shoes' },
        { type: 'tool', title: 'Add', tool: { name: 'calm/add', args: { a: 1 } } },
        { type: 'action', title: 'Go', action: { type: 'navigate', url: 'chrome://settings' } },
        { type: 'action', title: 'Copy', action: { type: 'copy', text: 'c' } },
      ],
    },
    0.5,
  );
  expect(chosen).toMatchObject([
    { title: 'A b', confidence: 1, chosen: { kind: 'open', url: 'https://a.example/' } },
    { confidence: 0.5, chosen: { kind: 'search', query: 'Shoes' } },
    { chosen: { kind: 'tool', name: 'calm/add', args: { a: 1 } } },
    { chosen: { kind: 'copy', text: 'c' } },
  ]);
  expect(readSuggestions([{ type: 'answer', title: 'Four', answer: { text: '4', copyable: true } }], 1)).toMatchObject([
    { chosen: { kind: 'copy', text: '4' } },
  ]);
  for (const bad of [null, 'x', [null, 5, {}], { suggestions: {} }]) expect(readSuggestions(bad, 1)).toEqual([]);
});

const schema = {
  properties: { city: { type: 'string' }, days: { type: 'integer' }, metric: { type: 'boolean' } },
  required: ['city', 'days'],
};

test.each([
  [null, 'city: Bern, days: 3', { city: 'Bern', days: 3 }],
  [null, 'city="New York" days=2 metric=true', { city: 'New York', days: 2, metric: true }],
  [null, '{"city":"Bern"}', { city: 'Bern' }],
  [null, 'Bern 3', { city: 'Bern', days: 3 }],
  [null, 'Bern', { city: 'Bern' }],
  [null, 'unknown: 3', { city: 'unknown:', days: 3 }],
  ['timezone', 'Europe/Zurich', { timezone: 'Europe/Zurich' }],
  ['(q) => process.exit()', 'Bern', { city: 'Bern' }],
  ['constructor', 'Bern', { city: 'Bern' }],
])('by the parser %j %j becomes %j', (named, query, args) => {
  expect(parseArguments({ named }, query, schema)).toEqual(args);
});

test('what a tool takes alone is all that was typed', () => {
  expect(parseArguments({ named: null }, 'a whole sentence', { properties: { text: {} } })).toEqual({
    text: 'a whole sentence',
  });
  expect(parseArguments({ named: null }, 'a b', undefined)).toEqual({ query: 'a b' });
});

test('a shortcut is one word and a tool', () => {
  expect(readShortcut({ trigger: '@t', tool: 'a/b', argParser: 'custom' })).toMatchObject({
    parser: 'page',
    named: null,
  });
  expect(readShortcut({ trigger: '@t', tool: 'a/b', useLLMParser: true })).toMatchObject({ parser: 'model' });
  for (const bad of [{}, { trigger: '@t' }, { trigger: 'two words', tool: 'a/b' }])
    expect(() => readShortcut(bad)).toThrow();
});
