// The turns of calls in one tab, with work that ends when the test says so.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTurn } from '../../../../resources/extension/tools/tab-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tab = 7;
const settle = () => vi.advanceTimersByTimeAsync(0);

/** A call whose work ends when it is told to, and what its caller has heard of it. */
function call(name: string, log: string[]) {
  const cancel = new AbortController();
  let end = () => {};
  const work = new Promise<string>(resolve => {
    end = () => resolve(name);
  });
  const answer = inTurn(tab, cancel.signal, () => {
    log.push(name);
    return work;
  });
  const heard = answer.catch((reason: unknown) => String(reason));
  return { end, heard, cancel: () => cancel.abort('cancelled') };
}

test('A call begins when the one before it has ended.', async () => {
  const log: string[] = [];
  const [first, second] = [call('first', log), call('second', log)];
  await settle();
  expect(log).toEqual(['first']);
  first.end();
  await settle();
  expect(log).toEqual(['first', 'second']);
  second.end();
  expect(await Promise.all([first.heard, second.heard])).toEqual(['first', 'second']);
});

test('One that was cancelled is answered at once, and the next begins when its work has really ended.', async () => {
  const log: string[] = [];
  const [first, second] = [call('first', log), call('second', log)];
  await settle();
  first.cancel();
  expect(await first.heard).toBe('cancelled');
  await vi.advanceTimersByTimeAsync(500);
  expect(log).toEqual(['first']);
  first.end();
  await settle();
  expect(log).toEqual(['first', 'second']);
  second.end();
});

test('Work of a cancelled call that does not end holds up the next one for a second.', async () => {
  const log: string[] = [];
  const [first, second] = [call('first', log), call('second', log)];
  await settle();
  first.cancel();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toEqual(['first', 'second']);
  second.end();
});

test('One that was cancelled while it waited does not begin, and lets nobody pass before their turn.', async () => {
  const log: string[] = [];
  const [first, second, third] = [call('first', log), call('second', log), call('third', log)];
  await settle();
  second.cancel();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(log).toEqual(['first']);
  first.end();
  await settle();
  expect(log).toEqual(['first', 'third']);
  expect(await second.heard).toBe('cancelled');
  third.end();
});
