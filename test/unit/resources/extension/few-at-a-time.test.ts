// Looks at one tab run few at a time: those that nobody wants any more never begin, and one that hangs keeps its place.
import { expect, onTestFinished, test, vi } from 'vitest';
import { FewAtATime } from '../../../../resources/extension/few-at-a-time.ts';

const never = new AbortController().signal;
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

function createWork() {
  const few = new FewAtATime(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, tabId = 1, signal = never) =>
    few.run(tabId, signal, () => {
      begun.push(name);
      return new Promise<string>(resolve => ends.set(name, () => resolve(name)));
    });
  return { start, begun, end: (name: string) => ends.get(name)?.() };
}

test('No more than so many run for one tab; the next begins when one has ended, in order.', async () => {
  const { start, begun, end } = createWork();
  const all = ['a', 'b', 'c', 'd'].map(name => start(name));
  await turn();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await turn();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c']) end(name);
  await turn();
  end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('Another tab waits for none of them.', async () => {
  const { start, begun } = createWork();
  for (const name of ['a', 'b', 'c']) void start(name);
  void start('other', 2);
  await turn();
  expect(begun).toEqual(['a', 'b', 'other']);
});

test('What is given up before its turn never begins, and takes no turn from those behind it.', async () => {
  const { start, begun, end } = createWork();
  const over = new AbortController();
  void start('a');
  void start('b');
  const left = start('c', 1, over.signal);
  const kept = start('d');
  over.abort(new Error('Nobody waits.'));
  await expect(left).rejects.toThrow('Nobody waits.');
  end('a');
  await turn();
  expect(begun).toEqual(['a', 'b', 'd']);
  end('d');
  expect(await kept).toBe('d');
});

test('What fails gives its place on.', async () => {
  const few = new FewAtATime(1);
  const failed = few.run(1, never, () => Promise.reject(new Error('The page is gone.')));
  const next = few.run(1, never, async () => 'next');
  await expect(failed).rejects.toThrow('The page is gone.');
  expect(await next).toBe('next');
});

test('What runs for longer than a place is kept goes on without one, and gives on none when it ends.', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const few = new FewAtATime<string>(1, 250);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    few.run('agent', never, () => {
      begun.push(name);
      return new Promise<void>(resolve => ends.set(name, resolve));
    });
  const first = start('first');
  void start('second');
  void start('third');
  await vi.advanceTimersByTimeAsync(249);
  expect(begun).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['first', 'second']);
  ends.get('first')?.();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['first', 'second']);
  ends.get('second')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['first', 'second', 'third']);
});
