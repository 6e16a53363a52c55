// Where JSON that a person wrote stops being JSON, and what was expected there.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultOf, placeIn } from '../../../../electron/core/json/check-json.ts';

const strict = { lenient: false, mayName: () => true };
const lenient = { lenient: true, mayName: () => true };

test.each([
  ['', 'value', 0],
  ['[1,]', 'value', 3],
  ['{"a":', 'value', 5],
  ['{"a":1,}', 'name', 7],
  ['{', 'name', 1],
  ['{"a" 1}', 'colon', 5],
  ['{"a":1', 'member', 6],
  ['{"a":[1}', 'item', 7],
  ['[1] 2', 'end', 4],
  ['[1] // more', 'end', 4],
  ['["a', 'text', 1],
  ['["\\x"]', 'escape', 1],
  ['["\t"]', 'escape', 1],
])('%j wants a %s at %d.', (text, expected, offset) => {
  expect(faultOf(text, strict)).toMatchObject({ expected, offset });
});

test('What a name may be is asked with the names before it, object by object.', () => {
  const mayName = (name: string, before: ReadonlySet<string>) => !before.has(name);
  expect(faultOf('{"a":{"a":1},"b":[{"a":1},{"a":1}]}', { lenient: false, mayName })).toBeNull();
  expect(faultOf('{"a":{"b":1,"b":2}}', { lenient: false, mayName })).toEqual({
    expected: 'names',
    offset: 12,
    found: '"b"',
  });
});

test('100 levels are read and one more is not, however many follow.', () => {
  expect(faultOf('['.repeat(101) + ']'.repeat(101), strict)).toBeNull();
  expect(faultOf('['.repeat(100_000), strict)).toMatchObject({ expected: 'depth', offset: 101 });
});

test('Comments and trailing commas are let through where that is asked for.', () => {
  const text = '// a\n{ "a": [1, /* b */ ], }\n';
  expect(faultOf(text, lenient)).toBeNull();
  expect(faultOf(text, strict)).toMatchObject({ expected: 'value', offset: 0 });
});

test('Without leave it takes what JSON.parse takes, and nothing else.', () => {
  const pieces = [...'{}[]",:/*\\ \n\t01a-+.eE\u00a0\u2028\u0001', 'true', 'null', '"a"', '"\\u00e9"', '1.5', '{"k":'];
  const texts = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 12 });
  fc.assert(
    fc.property(fc.oneof(texts, fc.json()), text => {
      expect(faultOf(text, strict) === null).toBe(isJson(text));
    }),
    { numRuns: 2_000 },
  );
});

test('A place counts lines and columns from 1.', () => {
  expect([placeIn('a\nbc', 0), placeIn('a\nbc', 3)]).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 2 },
  ]);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
