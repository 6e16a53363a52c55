// The turns of those who start: how many at once, in which order, and what leaving does.
import { describe, expect, test } from 'vitest';
import { StartQueue } from '../../../../../electron/core/servers/lifecycle/start-queue.ts';

const never = () => new AbortController().signal;
const settle = () => new Promise(resolve => setTimeout(resolve, 5));

/** Takes a turn and notes when it comes. */
function comer(queue: StartQueue, name: string, turns: string[], signal = never()) {
  const giveBack = queue.take(signal);
  void giveBack.then(give => turns.push(give ? name : `${name} left`));
  return async () => (await giveBack)?.();
}

describe('StartQueue', () => {
  test('So many at once, the others in the order in which they came.', async () => {
    const queue = new StartQueue(2);
    const turns: string[] = [];
    const [a, b] = ['a', 'b', 'c', 'd'].map(name => comer(queue, name, turns));
    await settle();
    expect([turns, queue.isFull]).toEqual([['a', 'b'], true]);
    await b?.();
    await settle();
    expect(turns).toEqual(['a', 'b', 'c']);
    await a?.();
    await settle();
    expect(turns).toEqual(['a', 'b', 'c', 'd']);
  });

  test('Giving back twice frees one place only.', async () => {
    const queue = new StartQueue(1);
    const turns: string[] = [];
    const a = comer(queue, 'a', turns);
    comer(queue, 'b', turns);
    comer(queue, 'c', turns);
    await a();
    await a();
    await settle();
    expect(turns).toEqual(['a', 'b']);
  });

  test('Who leaves while waiting is told so and takes nobody’s place.', async () => {
    const queue = new StartQueue(1);
    const turns: string[] = [];
    const leaver = new AbortController();
    const a = comer(queue, 'a', turns);
    comer(queue, 'b', turns, leaver.signal);
    const c = comer(queue, 'c', turns);
    leaver.abort();
    await settle();
    expect(turns).toEqual(['a', 'b left']);
    await a();
    await settle();
    expect(turns).toEqual(['a', 'b left', 'c']);
    await c();
    expect(queue.isFull).toBe(false);
  });

  test('Nobody has a turn before the queue is opened.', async () => {
    let open = () => {};
    const queue = new StartQueue(1, new Promise(resolve => (open = resolve)));
    const turns: string[] = [];
    comer(queue, 'a', turns);
    await settle();
    expect(turns).toEqual([]);
    open();
    await settle();
    expect(turns).toEqual(['a']);
  });
});
