// The hops of a request: what a hub adds, what it leaves as it is, and what it makes of what others write there.
import { expect, test } from 'vitest';
import { expectNoLoop, isLoop, withHop } from '../../../../electron/core/wire/hops.ts';
import { AnsweredError } from '../../../../electron/core/wire/rpc-error.ts';

const key = 'dev.pilothouse/hops';

test('The own id is added behind those that came along, and nothing else is touched.', () => {
  const params = { name: 'echo', arguments: { a: 1 }, _meta: { progressToken: 7, [key]: ['first'] } };
  const before = structuredClone(params);
  expect(withHop(params, 'own')).toEqual({ ...params, _meta: { progressToken: 7, [key]: ['first', 'own'] } });
  expect(params).toEqual(before);
});

test('Params that are missing come to be; what is no object stays as it is.', () => {
  expect(withHop(undefined, 'own')).toEqual({ _meta: { [key]: ['own'] } });
  expect(withHop([1], 'own')).toEqual([1]);
});

test.each([
  [{ _meta: null }],
  [{ _meta: { [key]: 'own' } }],
  [{ _meta: { [key]: [7, '', null, { own: 1 }] } }],
  [null],
  ['own'],
])('What %j says is no hop.', params => {
  expect(() => expectNoLoop(params, 'own')).not.toThrow();
});

test('A list without an end is read no further than it can be meant, and refused.', () => {
  const params = { _meta: { [key]: Array.from({ length: 100_000 }, (_, index) => `hub ${index}`) } };
  expect(() => expectNoLoop(params, 'own')).toThrow('has come over 8 hubs');
});

test('What hubs have sent each other comes back as a loop after one round, whoever asked first.', () => {
  const first = withHop({ name: 'x' }, 'one');
  const second = withHop(first, 'two');
  expect(() => expectNoLoop(second, 'three')).not.toThrow();
  expect(() => expectNoLoop(second, 'one')).toThrow('has come back to the Pilothouse that sent it');
});

test('Only the answer of a hub says that it was a loop, and not an error of our own.', () => {
  const answer = { code: -32_603, message: 'x', data: { 'dev.pilothouse/loop': true } };
  expect(isLoop(new AnsweredError('ERR_TOOL_FAILED', answer, {}))).toBe(true);
  expect(isLoop(new AnsweredError('ERR_TOOL_FAILED', { ...answer, data: {} }, {}))).toBe(false);
  expect(isLoop(new Error('x'))).toBe(false);
});
