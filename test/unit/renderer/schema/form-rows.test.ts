// The rows of a form: what is drawn for every kind of schema, and what is written as JSON because no field fits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkValue } from '../../../../contract/json-schema/check.ts';
import { formRows, mostRows, placeProblems } from '../../../../renderer/store/schema/form-rows.ts';
import { initialArguments } from '../../../../renderer/store/schema/initial.ts';
import { placeOf } from '../../../../renderer/store/schema/shape.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** `level pointer kind` of each row, for what a form begins with. */
const drawn = (schema: unknown, value: Record<string, unknown> = { ...initialArguments(schema) }) =>
  formRows(schema, value, {}).rows.map(({ level, pointer, shape }) => `${level} ${pointer} ${shape.kind}`);

describe('kinds of fields', () => {
  it('has a field for every type', () => {
    const schema = object({
      text: { type: 'string' },
      count: { type: 'integer' },
      ratio: { type: 'number' },
      on: { type: 'boolean' },
      colour: { enum: ['red', 3, null] },
      nothing: { type: 'null' },
      list: { type: 'array', items: { type: 'string' } },
      any: {},
    });
    expect(drawn(schema)).toEqual([
      '0 /text text',
      '0 /count number',
      '0 /ratio number',
      '0 /on truth',
      '0 /colour options',
      '0 /nothing nothing',
      '0 /list list',
      '0 /any json',
    ]);
  });

  it('knows what a schema without a type is about', () => {
    const kind = (schema: object) => placeOf({}, schema).shape.kind;
    expect(kind({ properties: { a: {} } })).toBe('object');
    expect(kind({ items: {} })).toBe('list');
    expect(kind({ pattern: 'a' })).toBe('text');
    expect(kind({ minimum: 1 })).toBe('number');
    expect(kind({ const: 1 })).toBe('options');
  });

  it('puts what must be given first, and otherwise keeps the order of the server', () => {
    const schema = object(
      { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
      { required: ['c', 'b'] },
    );
    expect(formRows(schema, {}, {}).rows.map(({ name, required }) => `${name} ${required}`)).toEqual([
      'b true',
      'c true',
      'a false',
    ]);
  });

  it('draws nothing for a tool that takes nothing', () => {
    expect(formRows({ type: 'object' }, {}, {}).rows).toEqual([]);
    expect(formRows({}, {}, {}).rows).toEqual([]);
    expect(formRows(object({}, { additionalProperties: false }), {}, {}).rows).toEqual([]);
  });

  it('shows values that the schema does not name, and a value of another kind as JSON', () => {
    expect(drawn(object({ a: { type: 'string' } }), { a: { b: 1 }, more: 2 })).toEqual(['0 /a json', '0 /more json']);
  });
});

describe('parts of parts', () => {
  const schema = object(
    {
      at: object({ street: { type: 'string' }, near: { type: 'array', items: { type: 'number' }, minItems: 2 } }),
      to: { $ref: '#/$defs/to' },
    },
    {
      required: ['at', 'to'],
      $defs: {
        to: { oneOf: [object({ kind: { const: 'a' } }, { required: ['kind'], title: 'A' }), { type: 'string' }] },
      },
    },
  );

  it('draws members and items below what holds them, once it is given', () => {
    expect(drawn(schema, { at: { near: [1, 2] } })).toEqual([
      '0 /at object',
      '1 /at/street text',
      '1 /at/near list',
      '2 /at/near/0 number',
      '2 /at/near/1 number',
      '0 /to object',
    ]);
  });

  it('begins with the first variant, and knows the one that a value is of', () => {
    const to = (value: Record<string, unknown>) =>
      formRows(schema, value, {}).rows.find(({ pointer }) => pointer === '/to');
    expect(to({})?.variants).toMatchObject({ picked: 0, all: [{ label: 'A' }, { label: 'string' }] });
    expect(to({ to: 'x' })).toMatchObject({ variants: { picked: 1 }, shape: { kind: 'text' } });
    expect(formRows(schema, { to: 'x' }, { '/to': 0 }).rows.find(({ pointer }) => pointer === '/to')?.shape.kind).toBe(
      'json',
    );
  });

  it('draws a list of types as variants, and unions of unions flat', () => {
    const { shape } = placeOf(
      {},
      { anyOf: [{ type: ['string', 'null'] }, { oneOf: [{ type: 'number' }, { const: 'x' }] }] },
    );
    expect(shape.kind === 'variants' && shape.variants.map(({ label }) => label)).toEqual([
      'string',
      'null',
      'number',
      '"x"',
    ]);
  });

  it('merges what stands beside a union, and draws no union that only says what goes together', () => {
    const base = { type: 'object', properties: { a: { type: 'string' } } };
    const both = placeOf({}, { ...base, oneOf: [{ properties: { b: {} } }, { properties: { c: {} } }] }).shape;
    expect(both.kind === 'variants' && placeOf({}, both.variants[0]?.node).shape).toMatchObject({
      members: [{ name: 'a' }, { name: 'b' }],
    });
    expect(placeOf({}, { ...base, anyOf: [{ required: ['a'] }, { required: ['b'] }] }).shape.kind).toBe('object');
  });

  it('merges the parts of allOf, the narrower bound of each', () => {
    const schemas = [
      object({ a: { type: 'string' } }, { required: ['a'] }),
      object({ b: { minimum: 3 } }, { required: ['b'] }),
    ];
    const { shape } = placeOf({}, { allOf: schemas });
    expect(shape).toMatchObject({
      members: [
        { name: 'a', required: true },
        { name: 'b', required: true },
      ],
    });
  });
});

describe('schemas that mean harm', () => {
  it('writes ten thousand members as JSON', () => {
    const many = object(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, { type: 'string' }])));
    expect(drawn(object({ many }), { many: {} })).toEqual(['0 /many json']);
    expect(drawn(many)).toEqual([' json'].map(text => `-1 ${text}`));
  });

  it('does not follow a schema into itself further than its values go', () => {
    const self = object({ self: { $ref: '#' }, name: { type: 'string' } }, { required: ['self'] });
    const value = initialArguments(self);
    expect(JSON.stringify(value).length).toBeLessThan(200);
    expect(formRows(self, value, {}).rows.length).toBeLessThan(40);
    expect(drawn(object({ loop: { $ref: '#/properties/loop' } }))).toEqual(['0 /loop json']);
  });

  it('never draws more rows than a page can hold', () => {
    const wide = object(Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`f${n}`, { $ref: '#' }])), {
      required: Array.from({ length: 150 }, (_, n) => `f${n}`),
    });
    expect(formRows(wide, initialArguments(wide), {}).rows.length).toBeLessThanOrEqual(mostRows);
    const list = { type: 'array', items: { type: 'string' } };
    expect(drawn(object({ list }), { list: Array.from({ length: 5_000 }, () => '') })).toEqual(['0 /list json']);
  });

  it('knows no member called __proto__, and takes none from what every object inherits', () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"default": 1}, "constructor": {"type": "string"}}}',
    ) as object;
    expect(drawn(schema)).toEqual(['0 /constructor text']);
    expect(initialArguments(schema)).toEqual({});
    expect(formRows(schema, {}, {}).rows[0]?.value).toBeUndefined();
  });

  it('never throws, and always ends, whatever the schema is', () => {
    const keys = fc.constantFrom(
      'type',
      'properties',
      'items',
      'oneOf',
      'allOf',
      'anyOf',
      '$ref',
      'enum',
      'required',
      'default',
      'a',
    );
    const { schema } = fc.letrec(tie => ({
      schema: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('string', 'object', 'array', '#', '#/a', 'a', 3, null, true, false),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(keys, tie('schema'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(schema, fc.dictionary(fc.string(), fc.jsonValue()), (node, value) => {
        const { rows } = formRows(node, { ...initialArguments(node), ...value }, {});
        expect(rows.length).toBeLessThanOrEqual(mostRows + 1);
        expect(new Set(rows.map(({ pointer }) => pointer)).size).toBe(rows.length);
      }),
      { numRuns: 400 },
    );
  });
});

describe('where faults are told', () => {
  const schema = object(
    { a: { type: 'string' }, list: { type: 'array', items: {} } },
    { required: ['a'], additionalProperties: false },
  );
  const placed = (value: Record<string, unknown>) => {
    const { rows } = formRows(schema, value, {});
    const { ofRows, others } = placeProblems(rows, checkValue(schema, value).problems);
    return { rows: [...ofRows.keys()], others: others.map(({ fault }) => fault.is) };
  };

  it('tells what is missing at its own row', () => {
    expect(placed({})).toEqual({ rows: ['/a'], others: [] });
  });

  it('tells what has no row beside the rows', () => {
    expect(placed({ a: 'x', more: 1 })).toEqual({ rows: [], others: ['unknown'] });
  });
});
