// Waiting that a signal ends: with whose words, and what becomes of the work.
import { expect, test } from 'vitest';
import { untilAborted } from '../../../contract/until-aborted.ts';

const never = new Promise<never>(() => {});

test('It is what the work comes to, where that comes first.', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(untilAborted(Promise.reject(new Error('It failed.')), signal)).rejects.toThrow('It failed.');
});

test('It ends with the reason of the signal, or with what was said for that.', async () => {
  const controller = new AbortController();
  const waiting = [
    untilAborted(never, controller.signal),
    untilAborted(never, controller.signal, () => new Error('Left.')),
  ];
  controller.abort(new Error('Why.'));
  const ends = await Promise.allSettled(waiting);
  expect(ends.map(end => end.status === 'rejected' && (end.reason as Error).message)).toEqual(['Why.', 'Left.']);
});

test('Who has left before hears nothing of work that is done, and what fails later fails unheard.', async () => {
  const left = AbortSignal.abort(new Error('Why.'));
  await expect(untilAborted(Promise.resolve(7), left)).rejects.toThrow('Why.');
  let fail = (_: Error) => {};
  const work = new Promise<never>((_, reject) => (fail = reject));
  await expect(untilAborted(work, left)).rejects.toThrow('Why.');
  // Vitest fails where a rejection is heard by nobody.
  fail(new Error('Too late.'));
  await new Promise(resolve => setImmediate(resolve));
});
