// What decided a call, as one text and back: each rule has a code of its own, and no other text is one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOlderRule, readRule, ruleCode } from '../../../contract/call-rules.ts';
import type { CallRule } from '../../../contract/call-rules.ts';

const rules: readonly (readonly [CallRule, string])[] = [
  [{ kind: 'grant', id: '24' }, 'grant 24'],
  [{ kind: 'policy', id: 'no-uploads' }, 'policy no-uploads'],
  [{ kind: 'mode', mode: 'paused', of: 'agent' }, 'mode paused agent'],
  [{ kind: 'mode', mode: 'read-only', of: 'all' }, 'mode read-only'],
  [{ kind: 'owner', tabId: 42 }, 'owner 42'],
  [{ kind: 'run', max: 5 }, 'run 5'],
  [{ kind: 'origin', max: 2 }, 'origin 2'],
  [{ kind: 'own-tabs' }, 'own-tabs'],
];

test.each(rules)('%j is kept as %j and read again.', (rule, code) => {
  expect(ruleCode(rule)).toBe(code);
  expect(readRule(code)).toEqual(rule);
});

test.each([
  '',
  'own tabs',
  'mode: paused (this agent)',
  'mode running',
  'owner: tab 42',
  'owner x',
  'grant',
  'constructor',
  'owner NaN',
  'grant a\u202eb',
  'policy Über',
])('The older or foreign text %j is no rule, and nothing is lost of it.', text => {
  expect(readRule(text)).toBeNull();
});

test.each([
  ['own tabs', 'own-tabs'],
  ['mode: paused', 'mode paused'],
  ['mode: read-only (this agent)', 'mode read-only agent'],
  ['owner: tab 42', 'owner 42'],
  ['owner: no tab', 'no-own-tab'],
  ['run: 5 calls', 'run 5'],
  ['origin: 2 at a time', 'origin 2'],
  ['target', 'no-target'],
])('The text %j of an older version is read as %j.', (text, code) => {
  const rule = readOlderRule(text);
  expect(rule && ruleCode(rule)).toBe(code);
});

test.each(['', 'constructor', 'mode: running', 'mode: x', 'grant: 4', 'own tabs ', 'owner: abc'])(
  '%j is none of those.',
  text => {
    expect(readOlderRule(text)).toBeNull();
  },
);

test('Whatever is read as a rule is kept as the same text.', () => {
  const parts = fc.constantFrom(
    'mode',
    'owner',
    'grant',
    'policy',
    'paused',
    'agent',
    'own-tabs',
    '1',
    '01',
    '1e3',
    '',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 4 }), words => {
      const text = words.join(' ');
      const rule = readRule(text);
      expect(rule === null ? text : ruleCode(rule)).toBe(text);
    }),
  );
});
