// What is called for more often than it can be done.
import { expect, test } from 'vitest';
import { oneAtATime } from '../../../../renderer/parts/one-at-a-time.ts';

test('However often it is called for while it runs, it runs once more.', async () => {
  const ends: (() => void)[] = [];
  const work = oneAtATime(() => new Promise<void>(resolve => ends.push(resolve)));
  const first = work();
  for (let times = 0; times < 5; times += 1) void work();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await first;
  expect(ends).toHaveLength(2);
});
