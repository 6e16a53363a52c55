// What zod finds wrong with a value travels as a code, worded in both languages.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { McpServerChangeSchema } from '../../../contract/schemas/mcp-server.ts';
import { InitializeParamsSchema, ToolCallParamsSchema } from '../../../contract/schemas/messages.ts';
import { panelRequests } from '../../../contract/schemas/panel-requests.ts';
import { ServerConfigSchema } from '../../../contract/schemas/servers.ts';
import { faultOf } from '../../../contract/schemas/value-fault.ts';
import { german } from '../../../words/german.ts';
import { reasonText } from '../../../words/reason.ts';

function faultIn(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value);
  if (!error) throw new Error('The value fits.');
  return faultOf(error, value);
}

const at = (place: string, why: object) => ({ kind: 'value-at', at: place, why });
const bound = (form: string, end: string, limit: number) => ({ kind: 'value-bound', form, end, bound: limit });
const offered = (found: string | null) => ({ kind: 'value-not-offered', found, known: ['a', 'b'] });

const ofKinds = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]);

/** Values of which no schema takes all; the last one is of no kind. */
const damaged = [undefined, null, 7, 0.5, 'x', 'x'.repeat(1_001), true, [], {}, { kind: 'x' }];

type Part = readonly [place: string, schema: z.core.$ZodType];

/** The schema and all that it is made of, each with its place. */
function partsOf(schema: z.core.$ZodType, place: string, seen = new Set<unknown>()): Part[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const def = schema._zod.def as unknown as Record<string, unknown>;
  const inner = Object.entries({ ...def, ...(def.shape as object | undefined) }).flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [name === 'getter' ? (member as () => unknown)() : member]).flatMap(one =>
      one instanceof z.core.$ZodType ? partsOf(one, `${place}.${name}`, seen) : [],
    ),
  );
  return [[place, schema], ...inner];
}

/** Not what only code of ours knows, nor the members that an object may not have, which it tells of itself. */
const tellsForm = ([, schema]: Part) => !['custom', 'transform', 'never'].includes(schema._zod.def.type);

describe('the fault of a value', () => {
  test.each<[string, z.ZodType, unknown, object]>([
    ['of another form', z.string(), 7, { kind: 'value-form', expected: 'string' }],
    ['with a fraction', z.number().int(), 1.5, { kind: 'value-form', expected: 'int' }],
    ['that is missing', z.object({ a: z.string() }), {}, at('a', { kind: 'value-missing' })],
    ['out of a list', z.object({ a: z.array(z.enum(['a', 'b'])) }), { a: ['a', 'x'] }, at('a.1', offered('"x"'))],
    ['that names none of a list', z.enum(['a', 'b']), undefined, offered(null)],
    ['that is too long', z.string().max(2), 'abc', bound('text', 'most', 2)],
    ['that is too small', z.number().min(3), 1, bound('number', 'least', 3)],
    ['of no exact length', z.string().length(3), 'ab', bound('text', 'exact', 3)],
    ['over an exact length', z.array(z.string()).length(0), ['a'], bound('list', 'exact', 0)],
    ['that is empty', z.array(z.string()).min(1), [], bound('list', 'least', 1)],
    ['with a member too many', z.strictObject({}), { b: 1 }, { kind: 'value-not-known', names: ['"b"'] }],
    ['that is no address', z.url(), 'x', { kind: 'value-no-address' }],
    ['that is no record', z.record(z.string(), z.string()), 'x', { kind: 'value-form', expected: 'object' }],
    ['of a name', z.record(z.string().max(2), z.string()), { abc: '' }, at('abc', bound('text', 'most', 2))],
    ['that is no map', z.map(z.string(), z.string()), [], { kind: 'value-form', expected: 'object' }],
    ['that is no tuple', z.tuple([z.string()]), {}, { kind: 'value-form', expected: 'array' }],
    ['of no kind', z.object({ a: ofKinds }), { a: { kind: 'x' } }, at('a.kind', offered('"x"'))],
    ['without a kind', z.object({ a: ofKinds }), { a: {} }, at('a.kind', offered(null))],
    ['of one of the forms, but of no kind', z.union([z.number(), ofKinds]), { kind: 'x' }, at('kind', offered('"x"'))],
    ['of an inherited name', z.object({ toString: z.string() }), {}, at('toString', { kind: 'value-missing' })],
  ])('%s', (_, schema, value, fault) => {
    expect(faultIn(schema, value)).toEqual(fault);
  });

  test('of several forms is told by the one that fits furthest', () => {
    const schema = z.object({ a: z.union([z.string(), z.object({ b: z.object({ c: z.string() }) })]) });
    expect(faultIn(schema, { a: { b: {} } })).toEqual(at('a.b.c', { kind: 'value-missing' }));
  });

  test('that a check of ours found says what to do, and nothing of a token', () => {
    const short = faultIn(McpServerChangeSchema, { authToken: 'hunter2' });
    expect(short).toEqual(at('authToken', { kind: 'token-lacks', lacks: 'length' }));
    expect(reasonText(german, short)).toBe('authToken: mindestens 32 Zeichen nehmen.');
  });

  test('shows no more of a long value than its start', () => {
    const long = 'x'.repeat(10_000);
    const faults = [
      faultIn(z.enum(['a']), long),
      faultIn(z.strictObject({}), { [long]: 1 }),
      faultIn(z.record(z.string(), z.number()), { [long]: '' }),
    ];
    for (const fault of faults) expect(JSON.stringify(fault).length).toBeLessThan(200);
  });

  test.each([
    [{ kind: 'http', url: 'https://a.example', headers: 5 }, at('headers', { kind: 'value-form', expected: 'object' })],
    [{ kind: 'sse', url: 'x' }, at('url', { kind: 'value-no-address' })],
    [{ kind: 'wasm' }, at('file', { kind: 'value-missing' })],
    [
      { kind: 'x' },
      at('kind', {
        kind: 'value-not-offered',
        found: '"x"',
        known: ['stdio', 'http', 'sse', 'javascript', 'wasm', 'fleet'],
      }),
    ],
  ])('of a server config %j is that of its kind', (config, fault) => {
    expect(faultIn(ServerConfigSchema, config)).toEqual(fault);
  });

  const parts = Object.entries({
    ...Object.fromEntries(Object.entries(panelRequests).map(([name, { params }]) => [name, params])),
    initialize: InitializeParamsSchema,
    'tools/call': ToolCallParamsSchema,
    'a server config': ServerConfigSchema,
  }).map(([name, schema]) => [name, partsOf(schema, name)] as const);

  test.each(parts)('in %s has words of ours, wherever it is', (_, all) => {
    const faults = all.filter(tellsForm).flatMap(([place, schema]) =>
      damaged.flatMap(value => {
        const { error } = z.safeParse(schema, value);
        return error ? [`${place}: ${JSON.stringify(faultOf(error, value))}`] : [];
      }),
    );
    expect(faults).not.toEqual([]);
    expect(faults.filter(fault => fault.includes('"other"'))).toEqual([]);
  });
});
