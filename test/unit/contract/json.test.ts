// Attack 24 (prototype pollution): the one key that is refused, in every spelling and at every depth.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, isRecord, isSameJson, nestsWithin, parseJson } from '../../../contract/json.ts';

const refusal = 'It holds the key "__proto__", which is refused; rename it.';

describe('parseJson', () => {
  test('JSON is parsed as ever.', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        if (!text.includes('__proto__')) expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ['at the top', '{"__proto__":{"polluted":true}}'],
    ['deep inside', '{"a":[{"b":{"__proto__":1}}]}'],
    ['with null', '{"__proto__":null}'],
    ['twice', '{"__proto__":1,"__proto__":2}'],
    ['with one letter escaped', '{"\\u005f_proto__":1}'],
    ['with a capital escape', '{"__prot\\u006F__":1}'],
    ['with all letters escaped', '{"\\u005f\\u005f\\u0070\\u0072\\u006f\\u0074\\u006f\\u005f\\u005f":1}'],
  ])('The key __proto__ is refused %s.', (_where, text) => {
    expect(() => parseJson(text)).toThrow(new SyntaxError(refusal));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('Any escaping of any of its letters is refused at any depth.', () => {
    const letter = fc.array(fc.boolean(), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(letter, fc.nat(5), (escaped, depth) => {
        const key = [...'__proto__']
          .map((char, index) => (escaped[index] ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char))
          .join('');
        const text = `${'{"a":['.repeat(depth)}{"${key}":1}${']}'.repeat(depth)}`;
        expect(() => parseJson(text)).toThrow(refusal);
      }),
    );
  });

  test.each(['{"a":"__proto__"}', '["__proto__"]', '{"__proto":1,"constructor":2,"prototype":3}', '"\\u005f"'])(
    '%s holds no such key and passes.',
    text => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    },
  );

  test.each(['', '{', 'undefined', "{'a':1}", '\uFEFF{}'])('%j is no JSON.', text => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  test.each(['[', '{"a":'])('2,000 levels of %s pass, and can be written again; no more do.', open => {
    const nested = (levels: number) => `${open.repeat(levels)}1${(open === '[' ? ']' : '}').repeat(levels)}`;
    expect(JSON.stringify(parseJson(nested(2_000)))).toBe(nested(2_000));
    expect(() => parseJson(nested(2_001))).toThrow(
      'It nests deeper than 2000 levels, which is refused; make it flatter.',
    );
  });

  test('What is long and flat passes.', () => {
    const text = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => [{ index }]));
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('Nesting without end does not end the process.', () => {
    const text = `${'['.repeat(100_000)}"__proto__"${']'.repeat(100_000)}`;
    expect(() => parseJson(text)).toThrow();
  });
});

describe('isRecord', () => {
  test.each([
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    ['text', false],
    [7, false],
    [undefined, false],
  ])('%j is an object with members: %j.', (value, expected) => {
    expect(isRecord(value)).toBe(expected);
  });
});

describe('canonicalJson', () => {
  test('The order of members means nothing, at any depth.', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });

  test('Hashes that are kept stay what they were: it is the text of a sorting replacer, whatever the names.', () => {
    const key = fc.oneof(fc.string(), fc.nat().map(String), fc.constantFrom('__proto__', 'constructor', '-1', '01'));
    const value = fc.anything({
      key,
      maxDepth: 4,
      withNullPrototype: true,
      values: [fc.json(), fc.integer(), fc.constant(undefined)],
    });
    fc.assert(
      fc.property(value, any => {
        expect(canonicalJson(any)).toBe(byReplacer(any));
      }),
    );
  });
});

describe('isSameJson', () => {
  test.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: undefined, b: 1 }, { b: 1, c: undefined }, true],
    [{ a: undefined }, { b: undefined }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [[1, 2], [2, 1], false],
    [[1], { 0: 1 }, false],
    [{ toString: 1 }, {}, false],
    [null, {}, false],
  ])('%j and %j are the same: %j.', (one, other, expected) => {
    expect([isSameJson(one, other), isSameJson(other, one)]).toEqual([expected, expected]);
  });
});

function byReplacer(value: unknown): string {
  const sorted = (_key: string, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member;
  return JSON.stringify(value, sorted) ?? '';
}

describe('nestsWithin', () => {
  test.each([
    ['a text', 'deep', 0, true],
    ['an empty list', [], 0, true],
    ['a text in a list', ['deep'], 0, false],
    ['a text in a list', ['deep'], 1, true],
    ['a list in an object, behind what is flat', { a: 1, b: [[]] }, 1, false],
    ['a list in an object, behind what is flat', { a: 1, b: [[]] }, 2, true],
  ])('%s: %j within %i is %j.', (_what, value, most, expected) => {
    expect(nestsWithin(value, most)).toBe(expected);
  });

  test('Nesting without end is told by its first levels.', () => {
    expect(nestsWithin(JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), 200)).toBe(false);
  });
});
