// What zod finds wrong with a value travels as a code, worded in both languages.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { McpServerChangeSchema } from '../../../contract/schemas/mcp-server.ts';
import { panelRequests } from '../../../contract/schemas/panel-requests.ts';
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

describe('the fault of a value', () => {
  test.each<[string, z.ZodType, unknown, object]>([
    ['of another form', z.string(), 7, { kind: 'value-form', expected: 'string' }],
    ['with a fraction', z.number().int(), 1.5, { kind: 'value-form', expected: 'int' }],
    ['that is missing', z.object({ a: z.string() }), {}, at('a', { kind: 'value-missing' })],
    ['out of a list', z.object({ a: z.array(z.enum(['a', 'b'])) }), { a: ['a', 'x'] }, at('a.1', offered('"x"'))],
    ['that names none of a list', z.enum(['a', 'b']), undefined, offered(null)],
    ['that is too long', z.string().max(2), 'abc', bound('text', 'most', 2)],
    ['that is too small', z.number().min(3), 1, bound('number', 'least', 3)],
    ['that is empty', z.array(z.string()).min(1), [], bound('list', 'least', 1)],
    ['with a member too many', z.strictObject({}), { b: 1 }, { kind: 'value-not-known', names: ['"b"'] }],
    ['that is no address', z.url(), 'x', { kind: 'value-no-address' }],
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

  test.each(Object.entries(panelRequests))('in the params of %s has words of ours', (_, { params }) => {
    const { error } = params.safeParse(7);
    if (error) expect(faultOf(error, 7)).toEqual({ kind: 'value-form', expected: 'object' });
  });
});
