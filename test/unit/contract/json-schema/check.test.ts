// Whether a value is as its schema asks: each keyword, and schemas that mean harm.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkValue, fits } from '../../../../contract/json-schema/check.ts';

/** Each fault as `pointer: what`. */
const faults = (schema: unknown, value: unknown, picks = {}) =>
  checkValue(schema, value, picks).problems.map(({ path, fault }) => `${path.join('/')}: ${fault.is}`);

describe('single values', () => {
  it.each([
    [{ type: 'string' }, 'a', 1, ': type'],
    [{ type: 'integer' }, 3, 3.5, ': type'],
    [{ type: ['string', 'null'] }, null, 1, ': type'],
    [{ enum: ['a', { b: 1 }] }, { b: 1 }, 'b', ': option'],
    [{ const: 4 }, 4, 5, ': option'],
    [{ minLength: 2 }, '🙂🙂', '🙂', ': shorter'],
    [{ maxLength: 2 }, '🙂🙂', 'abc', ': longer'],
    [{ pattern: '^[a-z]+$' }, 'abc', 'Abc', ': pattern'],
    [{ format: 'date' }, '2024-02-29', '2023-02-29', ': format'],
    [{ format: 'date-time' }, '2026-11-22T14:30:00Z', '2026-11-22', ': format'],
    [{ format: 'email' }, 'ana@atlas.test', 'ana', ': format'],
    [{ format: 'uri' }, 'https://atlas.test/', 'atlas', ': format'],
    [{ format: 'uuid' }, '123e4567-e89b-12d3-a456-426614174000', '123', ': format'],
    [{ minimum: 2 }, 2, 1, ': below'],
    [{ maximum: 2 }, 2, 3, ': above'],
    [{ exclusiveMinimum: 2 }, 3, 2, ': not-above'],
    [{ exclusiveMaximum: 2 }, 1, 2, ': not-below'],
    [{ multipleOf: 0.1 }, 0.3, 0.35, ': step'],
    [{ not: { type: 'string' } }, 1, 'a', ': forbidden'],
    [JSON.parse('{"if": {"type": "number"}, "then": {"minimum": 5}, "else": {}}'), 5, 4, ': below'],
    [{ allOf: [{ minimum: 2 }, { maximum: 4 }] }, 3, 5, ': above'],
    [{ $ref: '#/$defs/even', $defs: { even: { multipleOf: 2 } } }, 4, 5, ': step'],
  ])('%j takes %j and not %j', (schema, right, wrong, fault) => {
    expect(faults(schema, right)).toEqual([]);
    expect(faults(schema, wrong)).toEqual([fault]);
  });

  it('does not know every format, and lets those pass', () => {
    expect(faults({ format: 'hostname' }, '???')).toEqual([]);
  });
});

describe('objects and lists', () => {
  const order = {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: { title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' }, uniqueItems: true } },
  };

  it('names what is missing, what is not known and what stands twice', () => {
    expect(faults(order, { tags: ['a', 'b', 'a'], extra: 1 })).toEqual([': missing', 'tags/2: twice', ': unknown']);
  });

  it('looks into items by their place', () => {
    const pair = { prefixItems: [{ type: 'number' }, { type: 'string' }], items: false };
    expect(faults(pair, [1, 'a'])).toEqual([]);
    expect(faults(pair, ['1', 'a', 2])).toEqual(['0: type', '2: forbidden']);
    expect(faults({ items: [{ type: 'number' }], additionalItems: { type: 'null' } }, [1, 2])).toEqual(['1: type']);
  });

  it('counts items and members', () => {
    expect(faults({ minItems: 2 }, [1])).toEqual([': fewer']);
    expect(faults({ maxItems: 1 }, [1, 2])).toEqual([': more']);
    expect(faults({ minProperties: 1 }, {})).toEqual([': fewer-members']);
    expect(faults({ maxProperties: 1 }, { a: 1, b: 2 })).toEqual([': more-members']);
  });

  it('asks for what a member needs beside it', () => {
    expect(faults({ dependentRequired: { from: ['to'] } }, { from: 1 })).toEqual([': needs']);
  });

  it('finds the schema of a member by a pattern of its name', () => {
    const schema = { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: { type: 'string' } };
    expect(faults(schema, { 'x-a': 1, b: 'c' })).toEqual([]);
    expect(faults(schema, { 'x-a': 'c', b: 1 })).toEqual(['x-a: type', 'b: type']);
  });

  it('takes no member from what every object inherits', () => {
    expect(faults({ required: ['constructor', 'toString'] }, {})).toEqual([': missing', ': missing']);
    expect(faults({ properties: { constructor: { type: 'number' } }, additionalProperties: false }, {})).toEqual([]);
  });

  it('refuses the one name that the hub refuses', () => {
    expect(faults({}, JSON.parse('{"a": {"__proto__": 1}}'))).toEqual(['a/__proto__: reserved']);
  });
});

describe('unions', () => {
  const to = {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'person' }, name: { type: 'string' } },
        required: ['kind', 'name'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'room' }, floor: { type: 'integer' } },
        required: ['kind', 'floor'],
      },
    ],
  };

  it('tells the faults of the variant that it comes nearest to, or of the one that was picked', () => {
    expect(faults(to, { kind: 'room', floor: 'two' })).toEqual(['floor: type']);
    expect(faults(to, { kind: 'room', floor: 2 })).toEqual([]);
    expect(faults(to, { kind: 'room', floor: 2 }, { '': 0 })).toEqual([]);
    expect(faults(to, { kind: 'room' }, { '': 0 })).toEqual([': missing', 'kind: option']);
  });

  it('names all types where none is right', () => {
    const { problems } = checkValue({ anyOf: [{ type: 'string' }, { type: 'number' }] }, true);
    expect(problems).toEqual([{ path: [], fault: { is: 'type', wanted: ['string', 'number'] } }]);
  });

  it('says when several of exactly one fit', () => {
    expect(faults({ oneOf: [{ type: 'number' }, { minimum: 1 }] }, 2)).toEqual([': several']);
    expect(faults({ anyOf: [{ type: 'number' }, { minimum: 1 }] }, 2)).toEqual([]);
  });
});

describe('schemas that mean harm', () => {
  it('ends with a reference to itself, and says that not all was looked at', () => {
    const loop = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } };
    expect(checkValue(loop, 1)).toEqual({ problems: [], whole: false });
  });

  it('follows a tree as deep as its value goes', () => {
    const tree = { properties: { child: { $ref: '#' }, name: { type: 'string' } } };
    expect(faults(tree, { child: { child: { name: 1 } } })).toEqual(['child/child/name: type']);
  });

  it('gives up a union that doubles with every level', () => {
    const both = {
      anyOf: [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } } }],
      required: ['b'],
    };
    let value: object = {};
    for (let n = 0; n < 40; n += 1) value = { a: value };
    expect(checkValue(both, value).whole).toBe(false);
  });

  it('leaves a reference that leads nowhere or away to the server', () => {
    for (const $ref of ['#/$defs/none', 'https://schemas.example/a.json', '#anchor', '#/%E0%A4%A'])
      expect(checkValue({ $ref }, 1)).toEqual({ problems: [], whole: false });
  });

  it('tells at most 50 faults of ten thousand', () => {
    const { problems } = checkValue(
      { items: { type: 'string' } },
      Array.from({ length: 10_000 }, () => 1),
    );
    expect(problems).toHaveLength(50);
  });

  it('takes nonsense in place of a schema as no condition', () => {
    for (const schema of [null, 7, 'text', [], { type: 7, enum: 'a', properties: [], required: 'a', items: 3 }])
      expect(faults(schema, { a: [1] })).toEqual([]);
  });

  it('never throws, whatever the schema and the value are', () => {
    const words = ['type', 'properties', 'items', 'oneOf', 'allOf', 'anyOf', '$ref', 'enum', 'required', 'not', 'if'];
    const keys = fc.constantFrom(...words, 'a', '__proto__', 'constructor');
    const { schema } = fc.letrec(tie => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('string', 'object', '#', '#/a', 3, null, true, false),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(keys, tie('schema'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(schema, fc.jsonValue(), (node, value) => void checkValue(node, value)),
      { numRuns: 500 },
    );
  });
});

describe('beside another implementation', () => {
  const Order = z.object({
    name: z.string().min(2).max(6),
    count: z.number().int().min(1).max(9),
    colour: z.enum(['red', 'green']).optional(),
    tags: z.array(z.string().max(3)).max(2),
    to: z.union([z.object({ floor: z.number() }), z.string(), z.null()]),
  });
  const schema = z.toJSONSchema(Order);
  const value = fc.record(
    {
      name: fc.oneof(fc.string({ maxLength: 8 }), fc.integer()),
      count: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.double({ min: 0, max: 10, noNaN: true })),
      colour: fc.constantFrom('red', 'green', 'blue'),
      tags: fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.boolean()), { maxLength: 3 }),
      to: fc.oneof(
        fc.record({ floor: fc.oneof(fc.integer(), fc.string()) }),
        fc.string(),
        fc.constant(null),
        fc.integer(),
      ),
    },
    { requiredKeys: ['count'] },
  );

  it('accepts what zod accepts of the same schema, and refuses what it refuses', () => {
    fc.assert(
      fc.property(value, one => {
        expect(fits(schema, schema, one)).toBe(Order.strict().safeParse(one).success);
      }),
      { numRuns: 400 },
    );
  });
});
