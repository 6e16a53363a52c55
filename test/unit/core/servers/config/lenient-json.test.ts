// JSON as people paste it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLenientJson } from '../../../../../electron/core/servers/config/lenient-json.ts';

describe('parseLenientJson', () => {
  test('Comments, trailing commas and a byte order mark are let through.', () => {
    const text = '\uFEFF// top\n{ /* a */ "a": [1, 2, /* b */], // c\n "b": {"c": "// no comment",},\n}\n';
    expect(parseLenientJson(text)).toEqual({ a: [1, 2], b: { c: '// no comment' } });
  });

  test('It reads every JSON value as JSON.parse does.', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        const value: unknown = JSON.parse(json);
        fc.pre(!json.includes('__proto__'));
        expect(parseLenientJson(JSON.stringify(value, null, indent))).toEqual(value);
      }),
    );
  });

  test('It never throws anything but its own sentence.', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'{}[]",:/*\\ \n01aetrufalsn-.“'.split('')) });
    fc.assert(
      fc.property(signs, text => {
        try {
          parseLenientJson(text);
        } catch (error) {
          expect(String(error)).toMatch(/This is no JSON: expected .+ at line \d+, column \d+\.$/);
        }
      }),
    );
  });

  test.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'expected a comma or }, found "\\"" at line 3, column 3.'],
    ['{"a": }', 'expected a value, found "}" at line 1, column 7.'],
    ['{"a": tru}', 'expected a value, found "tru" at line 1, column 7.'],
    ['{“a”: 1}', 'expected a name in straight double quotes or }, found "“" at line 1, column 2.'],
    ['{"a": "x\n"}', 'expected a text that is closed with " on its line, found "\\"" at line 1, column 7.'],
    [
      '{"a": "C:\\users"}',
      'expected a text with valid escapes (\\\\ for one backslash), found "\\"" at line 1, column 7.',
    ],
    ['{"a": 1', 'expected a comma or }, found the end of the text at line 1, column 8.'],
    ['{} x', 'expected nothing after the end of the value, found "x" at line 1, column 4.'],
    ['hello', 'expected a value, found "hello" at line 1, column 1.'],
    ['{"__proto__": {}}', 'expected no name "__proto__", found "\\"" at line 1, column 2.'],
    ['['.repeat(102), 'expected at most 100 levels, found "[" at line 1, column 102.'],
  ])('%j is refused with line and column.', (text, sentence) => {
    expect(() => parseLenientJson(text)).toThrow(`This is no JSON: ${sentence}`);
  });

  test('An escaped "__proto__" is refused too.', () => {
    expect(() => parseLenientJson('{"\\u005f_proto__": 1}')).toThrow('expected no name "__proto__"');
  });
});
