// How agents are orchestrated: conditions, paths, tasks, and who of a pool takes which task.
import { describe, expect, test } from 'vitest';
import { aggregationIn, combine, combiningIn } from '../../../../../electron/core/web-agent/agents/combine.ts';
import { filledTask, followed, mapFew, pathIn } from '../../../../../electron/core/web-agent/agents/orchestration.ts';
import { meets } from '../../../../../electron/core/web-agent/agents/route.ts';
import { WorkerPool } from '../../../../../electron/core/web-agent/agents/worker-pool.ts';
import type { Strategy, Worker } from '../../../../../electron/core/web-agent/agents/worker-pool.ts';

test.each([
  ['always', undefined, true],
  ['hasProperty:a', { a: 1 }, true],
  ['hasProperty:toString', { a: 1 }, false],
  ['type:string', 'x', true],
  ['type:object', 'x', false],
  ['regex:^order \\d+$', 'order 12', true],
  ['regex:(', 'x', false],
  ['regex:^(a+)+$', `${'a'.repeat(40)}!`, false],
  ['regex:x', { x: 1 }, false],
  ['kind:book', { kind: 'book' }, true],
  ['count:3', { count: 3 }, true],
  ['constructor:function Object() { [native code] }', {}, false],
  ['nothing', 'nothing', false],
])('%s of %j is %s', (condition, input, expected) => {
  expect(meets(condition, input)).toBe(expected);
});

test('a path leads only to what a value has itself', () => {
  expect(followed({ a: { b: [5] } }, pathIn({ p: '.a.b' }, 'p'))).toEqual([5]);
  expect(followed({ a: 1 }, pathIn({ p: '.constructor' }, 'p'))).toBeUndefined();
  expect(followed('text', pathIn({ p: '.length' }, 'p'))).toBeUndefined();
  expect(followed('text', pathIn({}, 'p'))).toBe('text');
  for (const bad of ['a.b', '.a..b', 'x => x', 5]) expect(() => pathIn({ p: bad }, 'p')).toThrow('path');
});

test('what goes in stands for its mark as it is', () => {
  expect(filledTask('Read {{input}} and {{input}}', '$& $1')).toBe('Read $& $1 and $& $1');
  expect(filledTask('Read {{input}}', { a: 1 })).toBe('Read {"a":1}');
  expect(() => filledTask('', 'x')).toThrow('task');
});

test('so many at the same time, and results in their order', async () => {
  let running = 0;
  let most = 0;
  const doubled = await mapFew([1, 2, 3, 4, 5], 2, async number => {
    most = Math.max(most, (running += 1));
    await Promise.resolve();
    running -= 1;
    return number * 2;
  });
  expect(doubled).toEqual([2, 4, 6, 8, 10]);
  expect(most).toBe(2);
});

describe('One value of several answers', () => {
  const results = [{ error: 'No.' }, { result: { a: 1, b: 1 } }, { result: 'text' }, { result: { b: 2 } }];

  test.each([
    ['array', [null, { a: 1, b: 1 }, 'text', { b: 2 }]],
    ['merge', { a: 1, b: 2 }],
    ['first', { a: 1, b: 1 }],
    ['custom', results],
  ] as const)('%s', (aggregation, expected) => {
    expect(combine(results, combiningIn({ aggregation }, 'x'))).toEqual(expected);
    expect(combine(results, combiningIn({ combineStrategy: aggregation }, 'x'))).toEqual(expected);
  });

  test('is a list where nothing is said, and nothing that nobody knows', () => {
    expect(combiningIn({}, 'x')).toBe('array');
    expect(() => combiningIn({ aggregation: 'vote' }, 'x')).toThrow(
      'aggregation of x is array, merge, first, custom, not "vote"',
    );
  });

  test.each([[{}], [{ aggregation: 'vote' }], [{ aggregation: 7 }], [{ combineStrategy: 'vote' }]])(
    'is a list for a supervisor that names a way which nobody knows: %j',
    config => {
      expect(aggregationIn(config)).toBe('array');
      expect(aggregationIn({ ...config, combineStrategy: 'first' })).toBe('first');
    },
  );
});

describe('A pool of workers', () => {
  const workers: readonly Worker[] = [
    { id: 'a', capabilities: ['read'] },
    { id: 'b', capabilities: ['write', 'read'] },
    { id: 'c', capabilities: ['write'] },
  ];
  const poolOf = (strategy: Strategy, perWorker = 1) =>
    new WorkerPool({ workers, perWorker, strategy, randomOf: n => n - 1 });
  const { signal } = new AbortController();
  const take = async (pool: WorkerPool, needs: readonly string[] = [], tried: readonly string[] = []) =>
    (await pool.take(needs, tried, signal))?.id;

  test('takes turns', async () => {
    const pool = poolOf('round-robin', 5);
    expect([await take(pool), await take(pool), await take(pool), await take(pool)]).toEqual(['a', 'b', 'c', 'a']);
  });

  test('gives to whom has least to do, to any, or to whom can do it', async () => {
    const least = poolOf('least-busy', 5);
    expect([await take(least), await take(least), await take(least)]).toEqual(['a', 'b', 'c']);
    expect(await take(poolOf('random'))).toBe('c');
    const able = poolOf('capability-match', 2);
    expect([await take(able, ['read', 'write']), await take(able, ['write']), await take(able, ['write'])]).toEqual([
      'b',
      'b',
      'c',
    ]);
    expect(await take(able, ['fly'])).toBe('a');
  });

  test('has who comes later wait until a worker is free, and leaves out those that were tried', async () => {
    const pool = poolOf('round-robin');
    const first = await pool.take([], [], signal);
    expect([await take(pool, [], ['a']), await take(pool)]).toEqual(['b', 'c']);
    const waiting = take(pool, [], ['b', 'c']);
    if (first) pool.giveBack(first);
    expect(await waiting).toBe('a');
    const left = new AbortController();
    const leaving = pool.take([], [], left.signal);
    left.abort();
    await expect(leaving).rejects.toThrow();
    const none = new WorkerPool({ workers: [], perWorker: 1, strategy: 'random', randomOf: () => 0 });
    expect(await none.take([], [], signal)).toBeNull();
  });
});
