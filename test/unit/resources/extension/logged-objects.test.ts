// Objects of console messages, as a debugger that is played tells their members.
import vm from 'node:vm';
import { expect, test, vi } from 'vitest';
import { loggedObjects, type RemoteValue } from '../../../../resources/extension/tools/logged-objects.ts';

/** A page's values by their ids, and every command that was sent for them. */
class PlayedPage {
  readonly asked: string[] = [];
  readonly #values: unknown[] = [];

  remote(value: unknown): RemoteValue {
    if (typeof value === 'function')
      return { type: 'function', className: 'Function', description: 'function () { secret }' };
    if (typeof value === 'bigint') return { type: 'bigint', unserializableValue: `${value}n` };
    if (value === undefined) return { type: 'undefined' };
    if (typeof value !== 'object' || value === null) return { type: typeof value, value };
    const objectId = String(this.#values.push(value) - 1);
    if (value instanceof Map)
      return { type: 'object', subtype: 'map', className: 'Map', description: 'Map(0)', objectId };
    const isList = Array.isArray(value);
    const className = value.constructor.name;
    return {
      ...(isList && { subtype: 'array' }),
      ...{ type: 'object', className, description: isList ? `Array(${value.length})` : className, objectId },
    };
  }

  readonly send = async (
    method: string,
    params: { objectId?: string; functionDeclaration?: string; arguments?: readonly { value: unknown }[] } = {},
  ): Promise<Record<string, unknown>> => {
    this.asked.push(method);
    const { objectId, functionDeclaration, arguments: given = [] } = params;
    const value = this.#values[Number(objectId)] as object;
    if (method === 'Runtime.callFunctionOn') {
      // As the page runs it; what stands in its own script is nothing to this test.
      const run = vm.runInThisContext(`(${functionDeclaration})`) as (this: object, most: unknown) => unknown;
      return { result: { type: 'object', value: run.call(value, given[0]?.value) } };
    }
    const members = Object.entries(Object.getOwnPropertyDescriptors(value)).map(
      ([name, { get, value: inner, enumerable }]) => ({
        name,
        enumerable,
        ...(get ? { get: { type: 'function' } } : { value: this.remote(inner) }),
      }),
    );
    return { result: members };
  };
}

async function shown(value: unknown): Promise<string | undefined> {
  const page = new PlayedPage();
  const remote = page.remote(value);
  return (await loggedObjects([remote], page.send)).get(remote);
}

class Point {
  x = 1;
}

test.each<[string, unknown, string | undefined]>([
  ['a list in an object', { a: 1, b: [1, 2] }, '{"a":1,"b":[1,2]}'],
  ['an empty list', [], '[]'],
  ['an empty object', {}, '{}'],
  [
    'what JSON has no form for',
    { 'a "b"': 'c\nd', n: null, u: undefined, t: true, i: 10n, f: () => 1 },
    '{"a \\"b\\"":"c\\nd","n":null,"u":undefined,"t":true,"i":10n,"f":function}',
  ],
  ['an object of a class', { map: new Map(), at: new Point() }, '{"map":Map(0),"at":{"x":1}}'],
  ['what lies deep', { a: { b: { c: { d: 1 }, e: [1] } } }, '{"a":{"b":{"c":Object,"e":Array(1)}}}'],
  ['a long list', Array.from({ length: 60 }, () => 0), `[${'0,'.repeat(50)}… 60 in all]`],
  ['a long text in a list', ['x'.repeat(1_900)], `["${'x'.repeat(1_900)}"]`],
  ['a text that is too long', { text: 'x'.repeat(2_000_001) }, undefined],
  ['a list of too many', Array.from({ length: 1_001 }, () => 0), undefined],
  ['a map', new Map(), undefined],
  ['a text', 'a text', undefined],
])('The members of a value are shown where it has some: %s.', async (_, value, words) => {
  expect(await shown(value)).toBe(words);
});

test('No getter is run to show an object.', async () => {
  const asked = vi.fn(() => 'run');
  const value = Object.defineProperty({ a: 1, toJSON: asked }, 'computed', { get: asked, enumerable: true });
  expect(await shown(value)).toBe('{"a":1,"toJSON":function,"computed":(…)}');
  expect(asked).not.toHaveBeenCalled();
});

test('An object that holds itself has an end.', async () => {
  const ring: Record<string, unknown> = {};
  ring.self = ring;
  expect(await shown(ring)).toBe('{"self":{"self":{"self":Object}}}');
});

test('The first of many objects are asked for, and no more than a bounded number of them.', async () => {
  const page = new PlayedPage();
  const values = Array.from({ length: 400 }, (_, at) => page.remote({ at, inner: {} }));
  const words = await loggedObjects(values, page.send);
  expect([words.size, words.get(values[0] ?? {}), words.has(values[399] ?? {})]).toEqual([
    300,
    '{"at":0,"inner":Object}',
    false,
  ]);
  expect(page.asked.length).toBeLessThanOrEqual(600);
});

test('A page that answers nothing holds nothing up, and what it did answer is kept.', async () => {
  vi.useFakeTimers();
  try {
    const page = new PlayedPage();
    const [quick, stuck] = [page.remote({ a: 1 }), page.remote({ b: 1 })];
    const send = (method: string, params?: { objectId?: string }) =>
      params?.objectId === stuck.objectId ? new Promise<never>(() => {}) : page.send(method, params);
    const asked = loggedObjects([stuck, quick], send);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([...(await asked)]).toEqual([[quick, '{"a":1}']]);
  } finally {
    vi.useRealTimers();
  }
});

test('What its page refuses to be asked for is left as it is.', async () => {
  const page = new PlayedPage();
  const refuse = async () => ({ result: { type: 'object', subtype: 'error' }, exceptionDetails: {} });
  expect((await loggedObjects([page.remote({ a: 1 })], refuse)).size).toBe(0);
  const fail = () => Promise.reject(new Error('Could not find object with given id'));
  expect((await loggedObjects([page.remote({ a: 1 })], fail)).size).toBe(0);
});
