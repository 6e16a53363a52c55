// Waits: each ends once, by what came first, and leaves nothing behind.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancelled, fail, wait } from '../../../../electron/core/platform/wait.ts';
import type { Settle } from '../../../../electron/core/platform/wait.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begun(signal?: AbortSignal, timeoutMs?: number) {
  const seen: string[] = [];
  const settles: Settle<string>[] = [];
  const waiting = wait<string>({
    signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
    begin: settle => {
      seen.push('begun');
      settles.push(settle);
      return () => seen.push('undone');
    },
    onTimeout: () => 'too late',
    onAbort: () => fail(cancelled()),
  });
  return { seen, waiting, settle: (text: string) => settles[0]?.(() => text) };
}

test('It ends with what came first, is undone once, and hears nothing more.', async () => {
  const asker = new AbortController();
  const { seen, waiting, settle } = begun(asker.signal, 1_000);
  settle('first');
  settle('second');
  asker.abort();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await waiting).toBe('first');
  expect([seen, vi.getTimerCount()]).toEqual([['begun', 'undone'], 0]);
});

test('It ends when its time is over.', async () => {
  const { seen, waiting } = begun(undefined, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBe('too late');
  expect(seen).toEqual(['begun', 'undone']);
});

test('It ends when whoever waits leaves, and its timer with it.', async () => {
  const asker = new AbortController();
  const { seen, waiting } = begun(asker.signal, 1_000);
  asker.abort();
  expect(seen).toEqual(['begun', 'undone']);
  await expect(waiting).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
  expect(vi.getTimerCount()).toBe(0);
});

test('For somebody who has left already nothing begins.', async () => {
  const { seen, waiting } = begun(AbortSignal.abort(), 1_000);
  await expect(waiting).rejects.toThrow('The asker cancelled this call.');
  expect([seen, vi.getTimerCount()]).toEqual([[], 0]);
});

test('What comes while it begins ends it too, and is undone.', async () => {
  const undone = vi.fn();
  const waiting = wait<string>({
    begin: settle => {
      settle(() => 'at once');
      return undone;
    },
    onAbort: () => 'left',
  });
  expect(await waiting).toBe('at once');
  expect(undone).toHaveBeenCalledTimes(1);
});

test('An outcome that throws rejects.', async () => {
  const waiting = wait<string>({
    begin: settle => {
      queueMicrotask(() => settle(() => fail(new Error('It will not come.'))));
      return () => {};
    },
    onAbort: () => 'left',
  });
  await expect(waiting).rejects.toThrow('It will not come.');
});
