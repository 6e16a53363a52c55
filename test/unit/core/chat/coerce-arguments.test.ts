// Arguments of models in the types of a tool's schema: each type, what stays as it is, and that what fits is never changed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coerceArguments } from '../../../../electron/core/chat/answer/coerce-arguments.ts';

const schemaOf = (type: unknown, more = {}) => ({ type: 'object', properties: { x: { type, ...more } } });

test.each([
  ['number', '3.5', 3.5],
  ['number', ' -1e3 ', -1000],
  ['number', '', ''],
  ['number', 'three', 'three'],
  ['number', '0x10', '0x10'],
  ['integer', '42', 42],
  ['integer', '42.0', 42],
  ['integer', '4.5', '4.5'],
  ['integer', '99999999999999999999', '99999999999999999999'],
  ['boolean', 'True', true],
  ['boolean', 'no', false],
  ['boolean', '1', true],
  ['boolean', 'constructor', 'constructor'],
  ['array', '["a"]', ['a']],
  ['array', '[\\"a\\"]', ['a']],
  ['array', '{"a":1}', '{"a":1}'],
  ['object', '{"a":1}', { a: 1 }],
  ['object', '{"__proto__":1}', '{"__proto__":1}'],
  ['object', '[1]', '[1]'],
  ['string', '3', '3'],
  [['integer', 'null'], 'null', null],
  [['integer', 'string'], '3', '3'],
  [undefined, '3', '3'],
] as const)('A text for %s: %j becomes %j.', (type, written, wanted) => {
  expect(coerceArguments({ x: written }, schemaOf(type))).toEqual({ x: wanted });
});

test('Lists and objects are read to their depth, also where they came as one text, and a choice of schemas counts.', () => {
  const schema = {
    properties: {
      list: { type: 'array', items: { type: 'integer' } },
      inner: { type: 'object', properties: { on: { anyOf: [{ type: 'boolean' }, { type: 'null' }] } } },
    },
  };
  expect(coerceArguments('{"list":["1",2],"inner":"{\\"on\\":\\"true\\"}"}', schema)).toEqual({
    list: [1, 2],
    inner: { on: true },
  });
});

test.each([[null], ['no JSON'], [[1]], [3]])('What is no object of arguments is an empty one: %j', written => {
  expect(coerceArguments(written, {})).toEqual({});
});

test('What fits its schema is never changed, and coercing twice is coercing once.', () => {
  const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;
  const fitting = {
    string: fc.string(),
    number: fc.double({ noNaN: true }),
    integer: fc.integer(),
    boolean: fc.boolean(),
    array: fc.array(fc.string()),
    object: fc.dictionary(fc.string(), fc.integer()),
    null: fc.constant(null),
  };
  const pair = fc.constantFrom(...types).chain(type => fitting[type].map(value => ({ type, value })));
  fc.assert(
    fc.property(pair, ({ type, value }) => {
      expect(coerceArguments({ x: value }, schemaOf(type))).toEqual({ x: value });
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.oneof(fc.string(), fc.json()), (type, text) => {
      const once = coerceArguments({ x: text }, schemaOf(type));
      expect(coerceArguments(once, schemaOf(type))).toEqual(once);
    }),
  );
});

test('A value that is written as text comes back as itself.', () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), fc.array(fc.integer()), (number, on, list) => {
      const schema = {
        properties: {
          n: { type: 'integer' },
          on: { type: 'boolean' },
          list: { type: 'array', items: { type: 'integer' } },
        },
      };
      const written = { n: String(number), on: String(on), list: JSON.stringify(list.map(String)) };
      expect(coerceArguments(written, schema)).toEqual({ n: number, on, list });
    }),
  );
});
